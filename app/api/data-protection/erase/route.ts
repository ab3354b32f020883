import { eraseBodySchema, erasureReceiptSchema } from '@/lib/contract/data-protection';
import { eraseCustomer } from '@/lib/data-protection/erase-customer';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'customer.erase', body: eraseBodySchema, response: erasureReceiptSchema },
  ({ landfall, caller, body }) => eraseCustomer(landfall.dataProtection, { caller, body }),
);
