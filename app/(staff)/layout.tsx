import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/shell/app-shell';
import { navItemsFor } from '@/components/shell/nav-items';
import { readPreference } from '@/components/ui/preference-cookie';
import { readTheme } from '@/components/ui/theme';
import { environmentSchema } from '@/lib/contract/base-schemas';
import { roleAtLeast } from '@/lib/contract/roles';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { QueryProvider } from '@/lib/query/query-provider';
import { LiveProvider } from '@/lib/query/use-live';
import { queueCountOptions } from '@/lib/query/use-queue-count';
import { currentStaff, getLandfall, readLivePosition } from '@/lib/server';

/** Access is checked by each page, because layouts are not rendered again on navigation. */
export default async function StaffLayout({ children }: { children: ReactNode }) {
  const staff = await currentStaff();
  if (staff === undefined) return children;
  const { pageCounts, outbox } = await getLandfall();
  const mayDecide = roleAtLeast(staff.role, 'approver');
  const position = await readLivePosition();
  // For both environments: a layout does not know the URL's.
  const counts = mayDecide ? await pageCounts.queue('all') : undefined;
  const state = dehydrateQueries((client) => {
    for (const environment of environmentSchema.options)
      if (counts) client.setQueryData(queueCountOptions(environment).queryKey, counts[environment]);
  });
  const { id, name, email, role } = staff;
  const jar = await cookies();
  return (
    <QueryProvider>
      <LiveProvider>
        <Hydrated state={state} position={position}>
          <AppShell
            actor={{ id, name, email, role }}
            items={navItemsFor(role, { mailbox: outbox.mail.mode === 'mailbox' })}
            mayDecide={mayDecide}
            mayCreate={roleAtLeast(role, 'agent')}
            theme={readTheme(readPreference(jar, 'theme'))}
            railCollapsed={readPreference(jar, 'rail') === 'narrow'}
          >
            {children}
          </AppShell>
        </Hydrated>
      </LiveProvider>
    </QueryProvider>
  );
}
