import type { Metadata } from 'next';
import { BrandingForm } from '@/components/settings/branding-form';
import { brandingLabels } from '@/components/settings/branding-labels';
import { brandingSchema } from '@/lib/contract/branding';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';

export const metadata: Metadata = { title: brandingLabels.title };

export default async function BrandingPage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('settings.branding', props.searchParams);
  const { version, branding } = await readBranding(landfall.database.db, []);
  // Without the texts, which have a page of their own.
  return <BrandingForm key={version} initial={brandingSchema.parse(branding)} version={version} />;
}
