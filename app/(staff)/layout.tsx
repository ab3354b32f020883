import type { ReactNode } from 'react';
import { AppShell } from '@/components/shell/app-shell';
import { QueryProvider } from '@/lib/query/query-provider';
import { currentStaff, getLandfall } from '@/lib/server';
import { countWaiting } from '@/lib/store/sponsorship-queue';

/** Only the frame. Whether somebody may see a page, the page decides itself: layouts are not drawn again inside them. */
export default async function StaffLayout({ children }: { children: ReactNode }) {
  const staff = await currentStaff();
  if (staff === undefined) return children;
  const landfall = await getLandfall();
  return (
    <QueryProvider>
      <AppShell actor={staff} queueCount={await countWaiting(landfall.database.db, 'live')}>
        {children}
      </AppShell>
    </QueryProvider>
  );
}
