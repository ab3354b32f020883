import { customerBodySchema, customerSummarySchema } from '@/lib/contract/data-protection';
import { findCustomer } from '@/lib/data-protection/find-customer';
import { route } from '@/lib/server';

/** A POST, so that the username is not in an address. */
export const POST = route(
  { id: 'customer.find', body: customerBodySchema, response: customerSummarySchema },
  ({ landfall, body }) => findCustomer(landfall.dataProtection, landfall.database.db, body.username),
);
