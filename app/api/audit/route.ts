import { readAudit } from '@/lib/audit/read-audit';
import { auditListSchema, auditQuerySchema } from '@/lib/contract/audit';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'audit.list', query: auditQuerySchema, response: auditListSchema },
  ({ landfall, query }) => readAudit(landfall.database.db, query),
);
