import type { Cipher } from '../core/cipher';
import { type AuditRow, hasAuditV1, listAuditAfter } from '../store/events/audit';
import type { Db } from '../store/database/database';
import { genesisHash, hashEntry, rotationAction, signaturePurpose } from './chain-entry';
import { checkValues } from './check-values';
import { readConversion } from './convert-audit';
import { createErasureCheck } from './erasure-records';

interface AuditProblem {
  seq: number;
  kind: 'missing' | 'edited' | 'unlinked' | 'unsigned' | 'truncated';
  message: string;
}

const pageSize = 1000;
/** A deletion is reported as a gap and a broken link. */
const maxProblems = 20;

/** The chain cannot show that its end was cut off, so an exported head hash must still be in it. */
export async function verifyAudit(
  { cipher }: { cipher: Pick<Cipher, 'checkSignature'> },
  db: Db,
  options: {
    expectedHead?: string | undefined;
    /** Only the entries after this one, which was verified before. */
    after?: { seq: number; hash: string } | null;
    signal?: AbortSignal;
  } = {},
) {
  const problems: AuditProblem[] = [];
  const report = (problem: AuditProblem) => {
    if (problems.length < maxProblems) problems.push(problem);
  };
  const expectedHead = options.expectedHead?.trim().toLowerCase();
  let seenExpected = expectedHead === undefined || expectedHead === genesisHash;
  const signatures = createSignatureCheck(cipher, report);
  const erasures = createErasureCheck();
  let entries = 0;
  let head = options.after ?? { seq: 0, hash: genesisHash };
  let after = options.after?.seq ?? Number.MIN_SAFE_INTEGER;
  for (;;) {
    options.signal?.throwIfAborted();
    const rows = await listAuditAfter(db, after, pageSize);
    for (const row of rows) {
      if (row.seq !== head.seq + 1) report(describeGap(head.seq + 1, row.seq));
      if (row.previousHash !== head.hash) {
        report({ seq: row.seq, kind: 'unlinked', message: `Entry ${row.seq} does not follow the entry before it.` });
      }
      const values = checkValues(row);
      if (hashEntry(row) !== row.hash || values.changed) {
        report({ seq: row.seq, kind: 'edited', message: `Entry ${row.seq} was changed after it was written.` });
      }
      signatures.check(row);
      erasures.check(row, values.erased);
      const conversion = readConversion(row);
      for (const message of conversion.problems) report({ seq: row.seq, kind: 'edited', message });
      if (row.hash === expectedHead || conversion.oldHead === expectedHead) seenExpected = true;
      head = { seq: row.seq, hash: row.hash };
      entries += 1;
    }
    if (rows.length < pageSize) break;
    after = head.seq;
  }
  signatures.finish();
  for (const seq of erasures.unrecorded()) {
    const message = `Values of entry ${seq} were removed without a record of their erasure.`;
    report({ seq, kind: 'edited', message });
  }
  if (await hasAuditV1(db)) {
    report({ seq: head.seq, kind: 'edited', message: 'The table audit_v1 has entries outside of the chain.' });
  }
  if (!seenExpected) {
    report({
      seq: head.seq,
      kind: 'truncated',
      message: `The expected head is not in the chain, which ends at entry ${head.seq}: entries were cut off or rewritten.`,
    });
  }
  return {
    ok: problems.length === 0,
    entries,
    erased: erasures.entries(),
    head: entries === 0 ? null : head,
    problems,
  };
}

function describeGap(from: number, found: number): AuditProblem {
  if (found < from) return { seq: found, kind: 'edited', message: `Entry ${found} is not part of the chain.` };
  const gap = from === found - 1 ? `Entry ${from} is` : `Entries ${from} to ${found - 1} are`;
  return { seq: from, kind: 'missing', message: `${gap} missing.` };
}

/**
 * Entries of a removed key are covered by the entry of a rotation, which is written only after the chain was verified with
 * the old key. Any other later signature proves nothing: the app signs whatever it finds at the end.
 */
function createSignatureCheck(cipher: Pick<Cipher, 'checkSignature'>, report: (problem: AuditProblem) => void) {
  let firstUncovered: number | undefined;
  return {
    check: (row: AuditRow) => {
      const valid = cipher.checkSignature(signaturePurpose, row.hash, row);
      if (valid === undefined) firstUncovered ??= row.seq;
      else if (valid) {
        if (row.action === rotationAction) firstUncovered = undefined;
      } else {
        const message = `Entry ${row.seq} was not signed with the key it names.`;
        report({ seq: row.seq, kind: 'unsigned', message });
      }
    },
    finish: () => {
      if (firstUncovered === undefined) return;
      report({
        seq: firstUncovered,
        kind: 'unsigned',
        message: `Entry ${firstUncovered} is signed with a key that is neither in LANDFALL_KEY nor covered by a rotation.`,
      });
    },
  };
}
