import * as z from 'zod/mini';
import { text } from './base-schemas';
import { statusFamilies } from './status';

export const statusSchema = z.object({
  text: text(500),
  family: z.enum(statusFamilies),
  known: z.optional(text(100)),
});
