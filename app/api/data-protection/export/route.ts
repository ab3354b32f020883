import { customerBodySchema } from '@/lib/contract/data-protection';
import { exportCustomer } from '@/lib/data-protection/export-customer';
import { jsonFileResponse } from '@/lib/http/stream-response';
import { whileAllowed } from '@/lib/http/while-allowed';
import { route } from '@/lib/server';

export const POST = route({ id: 'customer.export', body: customerBodySchema }, async ({ body, ...context }) => {
  const { landfall, caller } = context;
  const name = `landfall-customer-${landfall.clock.now().toISOString().slice(0, 10)}`;
  const chunks = await exportCustomer(landfall.dataProtection, { caller, username: body.username });
  return jsonFileResponse({ name, chunks: whileAllowed(context, 'customer.export', chunks) });
});
