import { renderCustomerPage } from '@/components/customer/render-customer-page';
import { LeaveFrame } from '@/components/customer/leave-frame';
import { MessagePage } from '@/components/customer/message-page';
import { ContinueLinks, ReadyToLeave } from '@/components/customer/ready-to-leave';
import { strong } from '@/components/customer/strong';
import { eventParam } from '@/lib/contract/embed';
import type { KnownStatus } from '@/lib/contract/status';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readRedirectUrl } from '@/lib/imports/creation/create-import';
import { getLandfall } from '@/lib/server';
import { wasGiven } from '@/lib/start/customer-links';
import { openCurrentMigration } from '@/lib/start/open-migration-link';
import { readPageBranding } from '../../../read-page-branding';
import { redirectCustomer } from '../../../redirect-customer';

/**
 * Leads to the service. After a start, customers read where they go and how to come back, and continue themselves. From
 * their migration page, where they chose to continue, they are sent on: by meta refresh and a visible link, because Chrome
 * applies `form-action` to every hop after a form POST, and the service may redirect to its own login host.
 */
export default async function LeavePage(props: { params: Promise<{ link: string }>; searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const [{ link }, params] = await Promise.all([props.params, props.searchParams]);
  const opened = await openCurrentMigration(landfall.start, link);
  const to = opened && (await readRedirectUrl(landfall.start, 'live', opened.link.importId));
  if (opened === null || to === null || opened.record.gone) redirectCustomer(`/m/${link}`, params);
  const hasStarted = params['ready'] !== undefined;
  // A bookmark, or the form was sent for a migration that was started before.
  if (hasStarted && !isReadyToBegin(opened.record))
    redirectCustomer(`/m/${link}`, { ...params, [eventParam]: undefined });
  const { branding } = await readPageBranding();
  const { host } = new URL(to);
  return renderCustomerPage({ branding, path: `/m/${link}/go`, params }, (messages, { embedded }) => {
    const { t } = messages;
    const pageHref = `/m/${link}?lang=${messages.language}`;
    if (embedded) return <LeaveFrame {...{ messages, to, pageHref, hasStarted }} />;
    if (hasStarted) {
      const usesLink = wasGiven(opened.link);
      return <ReadyToLeave {...{ messages, host, to, pageHref, usesLink, partner: branding.partnerName }} />;
    }
    return (
      <>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
        <MessagePage title={t('migration.actions.continue')} text={t.rich('leaving.text', { host, b: strong })}>
          <ContinueLinks messages={messages} host={host} to={to} />
        </MessagePage>
      </>
    );
  });
}

const early: readonly (string | null)[] = [
  null,
  'Collecting credentials',
  'Waiting to start sample migration',
] satisfies (KnownStatus | null)[];
const isReadyToBegin = ({ statusKey }: { statusKey: string | null }) => early.includes(statusKey);
