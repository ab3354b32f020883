import { z } from 'zod';
import { rotationSteps } from './rotation-steps';

const rowKeySchema = z.array(z.string());
const batchSchema = z.object({
  after: rowKeySchema.nullable(),
  changed: z.record(z.string(), z.number()),
  unreadable: z.array(rowKeySchema),
});
export const keyStatusSchema = z.object({
  keyId: z.string(),
  role: z.enum(['current', 'old', 'unknown']),
  values: z.record(z.string(), z.number()),
  unreadable: z.number(),
  tokens: z.number(),
  linksUntil: z.string().nullable(),
  rotated: z.boolean(),
  mayGo: z.boolean(),
});
const finishedSchema = z.object({ finished: z.boolean(), auditIntact: z.boolean(), keys: z.array(keyStatusSchema) });

/** A value may change while it is read; the next pass finds it. */
const maxPasses = 3;

interface RotationProgress {
  step: (typeof rotationSteps)[number];
  /** Values of this step that were re-encrypted so far. */
  total: number;
  /** Rows of the last batch that no key decrypts. */
  unreadable: string[][];
  done: boolean;
}

/** Runs the commands of `createKeyCommands` until everything is encrypted with the first key. */
export async function rotateAll(
  call: (command: string, args: object) => Promise<unknown>,
  onProgress: (progress: RotationProgress) => void,
): Promise<z.infer<typeof finishedSchema>> {
  const changedKeys = new Set<string>();
  for (let pass = 1; ; pass += 1) {
    for (const step of rotationSteps) {
      let after: string[] | null = null;
      let total = 0;
      do {
        const batch: z.infer<typeof batchSchema> = batchSchema.parse(await call('keys.rotate', { step, after }));
        for (const [keyId, count] of Object.entries(batch.changed)) {
          changedKeys.add(keyId);
          total += count;
        }
        after = batch.after;
        onProgress({ step, total, unreadable: batch.unreadable, done: after === null });
      } while (after !== null);
    }
    const result = finishedSchema.parse(await call('keys.finish', { changedKeys: [...changedKeys] }));
    if (result.finished || !result.auditIntact || pass >= maxPasses) return result;
  }
}
