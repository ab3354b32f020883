import { z } from 'zod';
import { parseJson } from '../core/parse-json';

const maxLines = 500;

const errorSchema = z.object({
  type: z.string().optional(),
  code: z.string().optional(),
  stack: z.string().optional(),
});
const lineSchema = z.object({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  time: z.iso.datetime(),
  msg: z.string(),
  requestId: z.string().optional(),
  status: z.number().optional(),
  ms: z.number().optional(),
  job: z.string().optional(),
  err: errorSchema.optional(),
});

const word = /^[\w .:-]{1,60}$/;

/**
 * The last lines of a log, reduced to what cannot name a customer: the time, our own wording, codes, and where in the
 * code it happened. The log has no secrets, but it has paths, hosts and messages of other systems.
 */
export function reduceLog(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  let unreadable = 0;
  const reduced = lines.slice(-maxLines).flatMap((line) => {
    const { data } = lineSchema.safeParse(parseJson(line));
    if (!data) {
      unreadable += 1;
      return [];
    }
    const { err, requestId, ...rest } = data;
    return {
      ...rest,
      ...(requestId !== undefined && /^[\w-]{1,64}$/.test(requestId) && { requestId }),
      ...(err && {
        err: {
          ...(err.type !== undefined && word.test(err.type) && { type: err.type }),
          ...(err.code !== undefined && word.test(err.code) && { code: err.code }),
          stack: (err.stack ?? '')
            .split('\n')
            .flatMap((frame) => /^\s+at .*?([\w.[\]-]+:\d+:\d+)\)?$/.exec(frame)?.[1] ?? []),
        },
      }),
    };
  });
  return { lines: reduced, unreadable };
}
