import type { Metadata } from 'next';
import { PolicyForm } from '@/components/settings/policy-form';
import { PolicyVersions } from '@/components/settings/policy-versions';
import { Notice } from '@/components/ui/notice';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';
import { readPolicy, readPolicyVersions } from '@/lib/sponsorship/read-policy';

export const metadata: Metadata = { title: 'Sponsorship policy' };

export default async function SponsorshipSettingsPage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('settings.sponsorship', props.searchParams);
  const current = await readPolicy(landfall.sponsorship);
  return (
    <>
      {landfall.settings.whoPays === 'customer' && (
        <Notice tone="info" title="Customers buy the full migration themselves." className="mb-6">
          WHO_PAYS is set to customer, so this policy decides nothing now.
        </Notice>
      )}
      <PolicyForm key={current.version} current={current} />
      <PolicyVersions versions={await readPolicyVersions(landfall.sponsorship)} />
    </>
  );
}
