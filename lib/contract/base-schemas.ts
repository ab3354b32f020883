import * as z from 'zod/mini';

// The just-in-time path of zod probes for `eval`, which our content security policy rightly reports.
z.config({ jitless: true });

export const text = (max: number) => z.string().check(z.maxLength(max));
/** Moments travel as ISO 8601 with a zone. */
export const dateTime = z.iso.datetime({ offset: true });
export const count = z.number().check(z.int(), z.nonnegative());
