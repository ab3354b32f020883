import type { Metadata } from 'next';
import { BrandingForm } from '@/components/settings/branding-form';
import { brandingLabels } from '@/components/settings/branding-labels';
import { languages } from '@/lib/contract/start';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { messagesByLanguage } from '@/lib/messages/messages';
import { staffPage } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';

export const metadata: Metadata = { title: brandingLabels.title };

export default async function BrandingPage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('settings.branding', props.searchParams);
  const { version, branding } = await readBranding(landfall.database.db);
  const names = languages.map((value) => ({ value, label: messagesByLanguage[value].t('languageName') }));
  return <BrandingForm key={version} initial={branding} version={version} languages={names} />;
}
