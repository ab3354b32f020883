import type { Environment } from '../../contract/environment';
import type { RawAnswers } from '../../contract/imports';
import { LandfallError } from '../../core/errors';
import { getImport } from '../../store/imports/imports';
import { listEncryptedResponses } from '../../store/imports/observations';
import { rawPurpose } from '../observations/point-rows';
import type { ImportsDeps } from '../imports-deps';

const maxAnswers = 10;

/** `mask` hides what looks like a secret. */
export async function readRawResponses(
  deps: Pick<ImportsDeps, 'database' | 'cipher'>,
  input: { environment: Environment; importId: string; mask: (bytes: Uint8Array) => { text: string } },
): Promise<RawAnswers> {
  const { db } = deps.database;
  if (!(await getImport(db, input.environment, input.importId))) throw new LandfallError('not_found');
  const encrypted = await listEncryptedResponses(db, input.environment, input.importId, maxAnswers);
  return {
    answers: encrypted.flatMap(({ source, seenAt, encrypted: bytes }) => {
      const plain = deps.cipher.decrypt(rawPurpose, bytes);
      return plain ? [{ source, seenAt: seenAt.toISOString(), bytes: plain.length, text: input.mask(plain).text }] : [];
    }),
  };
}
