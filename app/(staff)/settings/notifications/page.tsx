import type { Metadata } from 'next';
import { notificationLabels } from '@/components/notifications/labels';
import { NotificationRulesView } from '@/components/notifications/notification-rules-view';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { listNotificationRules } from '@/lib/outbox/staff/rules/list-notification-rules';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { notificationRulesOptions } from '@/lib/query/use-notification-rules';
import { readLivePosition, staffPage } from '@/lib/server';

export const metadata: Metadata = { title: notificationLabels.title };

export default async function NotificationsPage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('settings.notifications', props.searchParams);
  const position = await readLivePosition();
  const rules = await listNotificationRules(landfall.outbox);
  const state = dehydrateQueries((client) => {
    client.setQueryData(notificationRulesOptions().queryKey, rules);
  });
  return (
    <Hydrated state={state} position={position}>
      <NotificationRulesView />
    </Hydrated>
  );
}
