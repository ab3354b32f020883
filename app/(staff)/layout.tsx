import type { ReactNode } from 'react';
import { AppShell } from '@/components/shell/app-shell';
import { QueryProvider } from '@/lib/query/query-provider';
import { LiveProvider } from '@/lib/query/use-live';
import { currentStaff, getLandfall } from '@/lib/server';
import { countQueue } from '@/lib/sponsorship/read-queue';

/** Access is checked by each page, because layouts are not rendered again on navigation. */
export default async function StaffLayout({ children }: { children: ReactNode }) {
  const staff = await currentStaff();
  if (staff === undefined) return children;
  const landfall = await getLandfall();
  return (
    <QueryProvider>
      <LiveProvider>
        <AppShell actor={staff} queueCount={await countQueue(landfall.sponsorship, 'live')}>
          {children}
        </AppShell>
      </LiveProvider>
    </QueryProvider>
  );
}
