import { z } from 'zod';
import { text } from './base-schemas';
import { statusFamilies } from './status';

export const statusSchema = z.object({
  text: text(500),
  family: z.enum(statusFamilies),
  known: text(100).optional(),
});
