import { retentionVersionSchema, saveRetentionBodySchema } from '@/lib/contract/data-protection';
import { saveRetention } from '@/lib/data-protection/retention';
import { route } from '@/lib/server';

export const PUT = route(
  { id: 'retention.save', body: saveRetentionBodySchema, response: retentionVersionSchema },
  ({ landfall, caller, body }) => saveRetention(landfall.dataProtection, { caller, ...body }),
);
