import { columnNames } from '../store/database/encrypted-columns';
import { finishedRotationSchema, rotatedRowsSchema, type FinishedRotation, type RotatedRows } from './key-schemas';

/** What is rotated, in this order. */
const rotationSteps = [...columnNames, 'pending_erasures', 'tokens'] as const;

/** A value may change while it is read; the next pass finds it. */
const maxPasses = 3;

interface RotationProgress {
  step: (typeof rotationSteps)[number];
  /** Values of this step that were re-encrypted so far. */
  total: number;
  /** Rows of the last batch that no key decrypts. */
  unreadable: RotatedRows['unreadable'];
  done: boolean;
}

/** Runs the commands of `createKeyCommands` until everything is encrypted with the first key. */
export async function rotateAll(
  call: (command: string, args: object) => Promise<unknown>,
  onProgress: (progress: RotationProgress) => void,
): Promise<FinishedRotation> {
  const changedKeys = new Set<string>();
  for (let pass = 1; ; pass += 1) {
    for (const step of rotationSteps) {
      let after: RotatedRows['after'] = null;
      let total = 0;
      do {
        const batch: RotatedRows = rotatedRowsSchema.parse(await call('keys.rotate', { step, after }));
        for (const [keyId, count] of Object.entries(batch.changed)) {
          changedKeys.add(keyId);
          total += count;
        }
        after = batch.after;
        onProgress({ step, total, unreadable: batch.unreadable, done: after === null });
      } while (after !== null);
    }
    const result = finishedRotationSchema.parse(await call('keys.finish', { changedKeys: [...changedKeys] }));
    if (result.finished || !result.auditIntact || pass >= maxPasses) return result;
  }
}
