import { listAuditAfter } from '../store/events/audit';
import type { Db } from '../store/database/database';
import { genesisHash, hashEntry } from './append-audit';

interface AuditProblem {
  seq: number;
  kind: 'missing' | 'edited' | 'unlinked' | 'truncated';
  message: string;
}

const pageSize = 1000;
/** A deletion is reported as a gap and a broken link. */
const maxProblems = 20;

/** The chain cannot show that its end was cut off, so an exported head hash must still be in it. */
export async function verifyAudit(db: Db, options: { expectedHead?: string | undefined; signal?: AbortSignal } = {}) {
  const problems: AuditProblem[] = [];
  const report = (problem: AuditProblem) => {
    if (problems.length < maxProblems) problems.push(problem);
  };
  const expectedHead = options.expectedHead?.trim().toLowerCase();
  let seenExpected = expectedHead === undefined || expectedHead === genesisHash;
  let entries = 0;
  let head = { seq: 0, hash: genesisHash };
  for (;;) {
    options.signal?.throwIfAborted();
    const rows = await listAuditAfter(db, head.seq, pageSize);
    for (const row of rows) {
      if (row.seq !== head.seq + 1) {
        const from = head.seq + 1;
        const gap = from === row.seq - 1 ? `Entry ${from} is` : `Entries ${from} to ${row.seq - 1} are`;
        report({ seq: from, kind: 'missing', message: `${gap} missing.` });
      }
      if (row.previousHash !== head.hash) {
        report({ seq: row.seq, kind: 'unlinked', message: `Entry ${row.seq} does not follow the entry before it.` });
      }
      if (hashEntry(row) !== row.hash) {
        report({ seq: row.seq, kind: 'edited', message: `Entry ${row.seq} was changed after it was written.` });
      }
      if (row.hash === expectedHead) seenExpected = true;
      head = { seq: row.seq, hash: row.hash };
      entries += 1;
    }
    if (rows.length < pageSize) break;
  }
  if (!seenExpected) {
    report({
      seq: head.seq,
      kind: 'truncated',
      message: `The expected head is not in the chain, which ends at entry ${head.seq}: entries were cut off or rewritten.`,
    });
  }
  return { ok: problems.length === 0, entries, head: entries === 0 ? null : head, problems };
}
