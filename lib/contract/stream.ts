import { environmentSchema } from './environment';
import { text, z } from './z';

/** What changed, told to open pages. Carries names only; the page asks for what it may see. */
export const changeSchema = z.object({
  id: text(40),
  kind: z.enum(['import', 'decision', 'request', 'delivery', 'staff', 'settings', 'lookup', 'bulk']),
  environment: environmentSchema,
  /** The import's id, or the id of the thing that changed. */
  subject: text(1000),
});
export type Change = z.infer<typeof changeSchema>;
