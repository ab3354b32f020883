import type { Cipher } from '../core/cipher';
import type { Db } from '../store/database/database';
import { listAuditHashes } from '../store/events/audit';
import { signaturePurpose } from './chain-entry';
import type { ExportedHead } from './export-head';

/** Exported heads that are not in the chain: entries were cut off or rewritten after the export. */
export async function checkHeads(
  { cipher }: { cipher: Pick<Cipher, 'checkSignature'> },
  db: Db,
  heads: readonly ExportedHead[],
): Promise<string[]> {
  const hashes = await listAuditHashes(
    db,
    heads.map(({ seq }) => seq),
  );
  return heads.flatMap((head) => {
    if (cipher.checkSignature(signaturePurpose, head.hash, head) === false) {
      return [`The head of ${head.at} was changed: it is not signed with the key it names.`];
    }
    const hash = hashes.get(head.seq);
    if (hash === head.hash) return [];
    return hash === undefined
      ? [`Entry ${head.seq}, exported at ${head.at}, is missing: entries were cut off.`]
      : [`Entry ${head.seq} is not the one exported at ${head.at}: entries were rewritten.`];
  });
}
