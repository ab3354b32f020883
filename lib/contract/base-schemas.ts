import { z } from 'zod';
import { environments } from './environment';
import { roles } from './roles';

/** For types outside this folder, which must not import zod. */
export type ValueOf<Schema extends z.ZodType> = z.infer<Schema>;

export const text = (max: number) => z.string().max(max);
export const dateTime = z.iso.datetime({ offset: true });
/** The time and id of the last row of a page. */
export const timeCursor = text(80)
  .regex(/^[12]\S+ [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .refine((cursor) => z.iso.datetime().safeParse(cursor.split(' ', 1)[0]).success);
export const count = z.number().int().nonnegative();
export const environmentSchema = z.enum(environments);
export const roleSchema = z.enum(roles);
export const uuidParamsSchema = z.object({ id: z.uuid() });
