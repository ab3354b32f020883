import { z } from 'zod';
import { text } from './base-schemas';

const name = text(60).refine((given) => given.trim() !== '', 'Enter a name for the view');
const query = text(4000);

const savedViewSchema = z.object({
  id: z.uuid(),
  name: text(60),
  query,
  shared: z.boolean(),
  mine: z.boolean(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const savedViewsSchema = z.object({ views: z.array(savedViewSchema) });
export type SavedViews = z.infer<typeof savedViewsSchema>;

export const saveViewBodySchema = z.object({ name, query, shared: z.boolean().default(false) });
export type SaveViewBody = z.infer<typeof saveViewBodySchema>;

/** Absent: unchanged. */
export const changeViewBodySchema = z.object({
  name: name.optional(),
  query: query.optional(),
  shared: z.boolean().optional(),
});
export type ChangeViewBody = z.infer<typeof changeViewBodySchema>;
