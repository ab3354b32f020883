import type { Environment } from '../contract/environment';
import type { RawAnswers } from '../contract/imports';
import { LandfallError } from '../core/errors';
import { getImport } from '../store/imports';
import { listSealedAnswers } from '../store/observations';
import { rawPurpose } from './point-rows';
import type { RecordParts } from './record-parts';

const mostAnswers = 10;

/** The answers as they came, for the curious, with what looks like a secret masked by `mask`. */
export async function readRawAnswers(
  parts: Pick<RecordParts, 'database' | 'sealer'>,
  input: { environment: Environment; importId: string; mask: (bytes: Uint8Array) => { text: string } },
): Promise<RawAnswers> {
  const { db } = parts.database;
  if (!(await getImport(db, input.environment, input.importId))) throw new LandfallError('not_found');
  const sealed = await listSealedAnswers(db, input.environment, input.importId, mostAnswers);
  return {
    answers: sealed.flatMap(({ source, seenAt, sealed: bytes }) => {
      const plain = parts.sealer.open(rawPurpose, bytes);
      return plain ? [{ source, seenAt: seenAt.toISOString(), bytes: plain.length, text: input.mask(plain).text }] : [];
    }),
  };
}
