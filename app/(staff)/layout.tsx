import type { ReactNode } from 'react';
import { AppShell } from '@/components/shell/app-shell';
import { roleAtLeast } from '@/lib/contract/roles';
import { QueryProvider } from '@/lib/query/query-provider';
import { LiveProvider } from '@/lib/query/use-live';
import type { InitialQueueCount } from '@/lib/query/use-queue-count';
import { currentStaff, getLandfall } from '@/lib/server';
import { countQueue } from '@/lib/sponsorship/read-queue';

/** Access is checked by each page, because layouts are not rendered again on navigation. */
export default async function StaffLayout({ children }: { children: ReactNode }) {
  const staff = await currentStaff();
  if (staff === undefined) return children;
  return (
    <QueryProvider>
      <LiveProvider>
        <AppShell actor={staff} queueCount={roleAtLeast(staff.role, 'approver') ? await readQueueCounts() : null}>
          {children}
        </AppShell>
      </LiveProvider>
    </QueryProvider>
  );
}

/** For both environments: a layout does not know the URL's. */
async function readQueueCounts(): Promise<InitialQueueCount> {
  const { sponsorship, clock } = await getLandfall();
  return { counts: await countQueue(sponsorship), at: clock.now().getTime() };
}
