import type { Metadata } from 'next';
import { StaffView } from '@/components/staff/staff-view';
import { listStaff } from '@/lib/auth/staff-operations';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: 'Staff' };

export default async function StaffSettingsPage(props: { searchParams: SearchParams }) {
  const { landfall, staff } = await staffPage('settings.staff', props.searchParams);
  return <StaffView initial={await listStaff(landfall.auth, staff.id)} me={staff.id} />;
}
