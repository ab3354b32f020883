import type { Metadata } from 'next';
import { staffLabels } from '@/components/staff/labels';
import { StaffView } from '@/components/staff/staff-view';
import { listStaff } from '@/lib/auth/staff-operations';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { staffOptions } from '@/lib/query/use-staff';
import { readLivePosition, staffPage } from '@/lib/server';

export const metadata: Metadata = { title: staffLabels.title };

export default async function StaffSettingsPage(props: { searchParams: SearchParams }) {
  const { landfall, staff } = await staffPage('settings.staff', props.searchParams);
  const position = await readLivePosition();
  const list = await listStaff(landfall.auth, staff.id);
  const state = dehydrateQueries((client) => {
    client.setQueryData(staffOptions().queryKey, list);
  });
  return (
    <Hydrated state={state} position={position}>
      <StaffView me={staff.id} />
    </Hydrated>
  );
}
