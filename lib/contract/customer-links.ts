import * as z from 'zod/mini';
import { count, dateTime, text } from './base-schemas';
import { isImportId } from './import-id';

export const customerLinkParamsSchema = z.object({ id: z.string().check(z.refine(isImportId)), linkId: z.uuid() });

const customerLinkSchema = z.object({
  id: text(100),
  /** `migration` opens the customer's page; `start` the start page. */
  kind: z.enum(['migration', 'start']),
  createdBy: text(300),
  createdAt: dateTime,
  expiresAt: dateTime,
  lastUsedAt: z.nullable(dateTime),
  revokedAt: z.nullable(dateTime),
  revokedBy: z.nullable(text(300)),
});
export type CustomerLink = z.infer<typeof customerLinkSchema>;

export const customerLinksSchema = z.object({ links: z.array(customerLinkSchema), active: count });
export type CustomerLinks = z.infer<typeof customerLinksSchema>;
