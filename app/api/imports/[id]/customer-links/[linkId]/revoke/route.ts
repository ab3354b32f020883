import { customerLinkParamsSchema, customerLinksSchema } from '@/lib/contract/customer-links';
import { route } from '@/lib/server';
import { revokeCustomerLinks } from '@/lib/start/revoke-customer-links';

export const POST = route(
  { id: 'customer-links.revoke', params: customerLinkParamsSchema, response: customerLinksSchema },
  ({ landfall, caller, environment, params: { id, linkId } }) =>
    revokeCustomerLinks(landfall.start, { caller, environment, importId: id, linkId }),
);
