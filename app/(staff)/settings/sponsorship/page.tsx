import type { Metadata } from 'next';
import { PendingPolicyNotice } from '@/components/settings/pending-policy';
import { PolicyForm } from '@/components/settings/policy-form';
import { policyPageLabels } from '@/components/settings/policy-labels';
import { PolicyVersions } from '@/components/settings/policy-versions';
import { Notice } from '@/components/ui/notice';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';
import { readPolicyVersions, readPolicyWithPending } from '@/lib/sponsorship/read-policy';

export const metadata: Metadata = { title: policyPageLabels.title };

export default async function SponsorshipSettingsPage(props: { searchParams: SearchParams }) {
  const { landfall, staff } = await staffPage('settings.sponsorship', props.searchParams);
  const current = await readPolicyWithPending(landfall.database.db, staff, landfall.clock.now());
  return (
    <>
      {landfall.settings.whoPays === 'customer' && (
        <Notice tone="info" title={policyPageLabels.customersPay} className="mb-6">
          {policyPageLabels.customersPayWhy}
        </Notice>
      )}
      {current.pending && (
        <PendingPolicyNotice
          key={current.pending.id}
          pending={current.pending}
          policy={current.policy}
          viewerId={staff.id}
        />
      )}
      <PolicyForm key={`${current.version} ${current.pending?.id ?? ''}`} current={current} />
      <PolicyVersions versions={await readPolicyVersions(landfall.sponsorship)} />
    </>
  );
}
