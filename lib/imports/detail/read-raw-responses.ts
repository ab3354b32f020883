import type { Environment } from '../../contract/environment';
import type { RawResponses } from '../../contract/imports';
import { LandfallError } from '../../core/errors';
import { getImport } from '../../store/imports/imports';
import { listEncryptedResponses, listLatestBySource } from '../../store/imports/observations';
import { rawPurpose } from '../observations/point-rows';
import type { ImportsDeps } from '../imports-deps';

const maxAnswers = 10;

type RawDeps = Pick<ImportsDeps, 'database' | 'cipher' | 'clock'>;
interface RawInput {
  environment: Environment;
  importId: string;
  mask: (bytes: Uint8Array) => { text: string };
  readRawDays: () => Promise<number | null>;
}

/** `mask` hides what looks like a secret. `readRawDays` returns how long answers are kept; null forever. */
export async function readRawResponses(deps: RawDeps, input: RawInput): Promise<RawResponses> {
  const { db } = deps.database;
  if (!(await getImport(db, input.environment, input.importId))) throw new LandfallError('not_found');
  const encrypted = await listEncryptedResponses(db, input.environment, input.importId, maxAnswers);
  const answers = encrypted.flatMap(({ source, seenAt, encrypted: bytes }) => {
    const plain = deps.cipher.decrypt(rawPurpose, bytes);
    return plain ? [{ source, seenAt: seenAt.toISOString(), bytes: plain.length, text: input.mask(plain).text }] : [];
  });
  if (answers.length > 0) return { answers, whyNone: null };
  return {
    answers,
    whyNone: encrypted.length > 0 ? { reason: 'unreadable', days: null } : await findWhyNone(deps, input),
  };
}

async function findWhyNone(deps: RawDeps, input: RawInput): Promise<RawResponses['whyNone']> {
  const seen = await listLatestBySource(deps.database.db, input.environment, input.importId);
  const answered = seen.filter(({ source }) => source === 'created' || source === 'lookup' || source === 'watcher');
  if (answered.length === 0) {
    const isDemo = seen.length > 0 && seen.every(({ source }) => source === 'demo');
    return { reason: isDemo ? 'demo' : 'not_read', days: null };
  }
  const days = await input.readRawDays();
  const latestMs = Math.max(...answered.map(({ latestMs: ms }) => ms));
  return days !== null && latestMs < deps.clock.now().getTime() - days * 86_400_000
    ? { reason: 'expired', days }
    : { reason: 'not_kept', days: null };
}
