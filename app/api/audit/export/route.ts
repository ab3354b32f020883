import { auditAccess } from '@/lib/audit/append-audit';
import { auditColumns, exportAudit } from '@/lib/audit/export-audit';
import { toAuditFilter } from '@/lib/audit/read-audit';
import { auditQuerySchema } from '@/lib/contract/audit';
import { csvResponse } from '@/lib/http/stream-response';
import { whileAllowed } from '@/lib/http/while-allowed';
import { route } from '@/lib/server';

export const GET = route({ id: 'audit.export', query: auditQuerySchema }, async ({ query, ...context }) => {
  const { landfall, caller } = context;
  const { q, action, from, until } = query;
  await auditAccess(landfall, {
    caller,
    action: 'audit.exported',
    subject: 'audit',
    after: { q, action, from, until },
  });
  return csvResponse({
    name: `landfall-audit-${landfall.clock.now().toISOString().slice(0, 10)}`,
    header: auditColumns,
    rows: whileAllowed(context, 'audit.export', exportAudit(landfall.database.db, toAuditFilter(query))),
  });
});
