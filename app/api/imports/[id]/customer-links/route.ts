import { customerLinksSchema } from '@/lib/contract/customer-links';
import { importParamsSchema } from '@/lib/contract/imports';
import { route } from '@/lib/server';
import { listCustomerLinks } from '@/lib/start/list-customer-links';

export const GET = route(
  { id: 'customer-links.list', params: importParamsSchema, response: customerLinksSchema },
  ({ landfall, environment, params }) => listCustomerLinks(landfall.start, { environment, importId: params.id }),
);
