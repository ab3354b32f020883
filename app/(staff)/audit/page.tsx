import type { Metadata } from 'next';
import { AuditView } from '@/components/audit/audit-view';
import { auditLabels } from '@/components/audit/labels';
import { readAudit } from '@/lib/audit/read-audit';
import { auditQuerySchema } from '@/lib/contract/audit';
import { type SearchParams } from '@/lib/http/create-page-guard';
import { readSearchParams } from '@/lib/http/read-query';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: auditLabels.title };

export default async function AuditPage(props: { searchParams: SearchParams }) {
  const { landfall, environment, searchParams } = await staffPage('audit', props.searchParams);
  const parsed = auditQuerySchema.safeParse(readSearchParams(auditQuerySchema, searchParams));
  // Ignore invalid filters in a URL.
  const query = parsed.success ? parsed.data : auditQuerySchema.parse({});
  return <AuditView list={await readAudit(landfall.database.db, query)} query={query} environment={environment} />;
}
