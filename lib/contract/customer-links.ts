import { z } from 'zod';
import { count, dateTime, text } from './base-schemas';
import { isImportId } from './import-id';

export const customerLinkParamsSchema = z.object({ id: z.string().refine(isImportId), linkId: z.uuid() });

const customerLinkSchema = z.object({
  id: text(100),
  /** `migration` opens the customer's page; `start` the start page. */
  kind: z.enum(['migration', 'start']),
  createdBy: text(300),
  createdAt: dateTime,
  expiresAt: dateTime,
  lastUsedAt: dateTime.nullable(),
  revokedAt: dateTime.nullable(),
  revokedBy: text(300).nullable(),
});
export type CustomerLink = z.infer<typeof customerLinkSchema>;

export const customerLinksSchema = z.object({ links: z.array(customerLinkSchema), active: count });
export type CustomerLinks = z.infer<typeof customerLinksSchema>;
