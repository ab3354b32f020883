import type { Metadata } from 'next';
import { RulesView } from '@/components/warnings/rules-view';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';
import { defaultRules } from '@/lib/warnings/default-rules';
import { readWarningRules } from '@/lib/warnings/warning-rules';

export const metadata: Metadata = { title: 'Warnings' };

export default async function WarningsPage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('settings.warnings', props.searchParams);
  const current = await readWarningRules(landfall.database.db);
  return <RulesView key={current.version} initial={current} defaults={defaultRules} />;
}
