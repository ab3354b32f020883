import { z } from 'zod';
import { environments } from './environment';
import { roles } from './roles';

/** For types outside this folder, which must not import zod. */
export type ValueOf<Schema extends z.ZodType> = z.infer<Schema>;

export const text = (max: number) => z.string().max(max);
export const dateTime = z.iso.datetime({ offset: true });
export const count = z.number().int().nonnegative();
export const environmentSchema = z.enum(environments);
export const roleSchema = z.enum(roles);
export const uuidParamsSchema = z.object({ id: z.uuid() });
