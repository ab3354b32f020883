import { redirect } from 'next/navigation';
import { BrandLink } from '@/components/customer/brand-button';
import { keepEmbed, renderCustomerPage } from '@/components/customer/render-customer-page';
import { LeaveFrame } from '@/components/customer/leave-frame';
import { MessagePage } from '@/components/customer/message-page';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readRedirectUrl } from '@/lib/imports/creation/create-import';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';
import { openMigrationLink } from '@/lib/start/open-migration-link';

/**
 * Leaves by meta refresh and a visible link. Chrome applies `form-action` to every hop after a form POST, and the
 * service may redirect to its own login host.
 */
export default async function LeavePage(props: { params: Promise<{ link: string }>; searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const [{ link }, params] = await Promise.all([props.params, props.searchParams]);
  const opened = await openMigrationLink(landfall.start, link);
  const to = opened.ok ? await readRedirectUrl(landfall.start, 'live', opened.link.importId) : null;
  if (to === null) redirect(keepEmbed(`/m/${link}`, params));
  const { branding } = await readBranding(landfall.database.db);
  const host = new URL(to).host;
  return renderCustomerPage({ branding, path: `/m/${link}/go`, params }, (messages, { embedded }) => {
    const { t, language } = messages;
    if (embedded) return <LeaveFrame messages={messages} to={to} migrationHref={`/m/${link}?lang=${language}`} />;
    return (
      <>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
        <MessagePage
          title={t('redirecting.title')}
          text={t.rich('redirecting.text', { host, b: (text) => <bdi className="font-strong">{text}</bdi> })}
        >
          <BrandLink href={to} rel="noreferrer">
            {t('redirecting.button')}
          </BrandLink>
          {/* The service may refuse to be framed. */}
          <a href={to} rel="noreferrer" target="_blank" className="py-2 text-brand-ink underline underline-offset-2">
            {t('start.openNewTab')}
          </a>
        </MessagePage>
      </>
    );
  });
}
