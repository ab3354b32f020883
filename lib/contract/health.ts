import { z } from 'zod';
import { count, text } from './base-schemas';

export const livenessSchema = z.object({ status: z.literal('ok') });

export const readinessSchema = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.array(z.object({ name: text(50), ok: z.boolean(), ms: count, detail: text(500) })),
});
export type Readiness = z.infer<typeof readinessSchema>;
