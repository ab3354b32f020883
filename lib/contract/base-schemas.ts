import * as z from 'zod/mini';

// zod's JIT probes for `eval`, which our content security policy reports.
z.config({ jitless: true });

export const text = (max: number) => z.string().check(z.maxLength(max));
export const dateTime = z.iso.datetime({ offset: true });
export const count = z.number().check(z.int(), z.nonnegative());
export const uuidParamsSchema = z.object({ id: z.uuid() });
