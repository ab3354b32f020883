import { customerQuerySchema, customerSchema } from '@/lib/contract/customers';
import { readCustomer } from '@/lib/import-detail/read-customer';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'customers.read', query: customerQuerySchema, response: customerSchema },
  ({ landfall, environment, query }) => readCustomer(landfall.imports, { environment, ...query }),
);
