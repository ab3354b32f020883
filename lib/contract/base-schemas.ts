import * as z from 'zod/mini';
import { environments } from './environment';
import { roles } from './roles';

/** For types outside this folder, which must not import zod. */
export type ValueOf<Schema extends z.ZodMiniType> = z.infer<Schema>;

// zod's JIT probes for `eval`, which our content security policy reports.
z.config({ jitless: true });

export const text = (max: number) => z.string().check(z.maxLength(max));
export const dateTime = z.iso.datetime({ offset: true });
export const count = z.number().check(z.int(), z.nonnegative());
export const environmentSchema = z.enum(environments);
export const roleSchema = z.enum(roles);
export const uuidParamsSchema = z.object({ id: z.uuid() });
