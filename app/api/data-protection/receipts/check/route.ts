import { receiptCheckBodySchema, receiptCheckSchema } from '@/lib/contract/data-protection';
import { checkReceipt } from '@/lib/data-protection/receipts';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'receipts.check', body: receiptCheckBodySchema, response: receiptCheckSchema },
  async ({ landfall, body }) => ({ valid: await checkReceipt(landfall.dataProtection, body.receipt) }),
);
