import { customerLinksSchema } from '@/lib/contract/customer-links';
import { importParamsSchema } from '@/lib/contract/imports';
import { route } from '@/lib/server';
import { revokeCustomerLinks } from '@/lib/start/revoke-customer-links';

export const POST = route(
  { id: 'customer-links.revoke-all', params: importParamsSchema, response: customerLinksSchema },
  ({ landfall, caller, environment, params }) =>
    revokeCustomerLinks(landfall.start, { caller, environment, importId: params.id }),
);
