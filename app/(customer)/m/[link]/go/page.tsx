import { redirect } from 'next/navigation';
import { BrandLink } from '@/components/customer/brand-button';
import { keepEmbed, renderCustomerPage } from '@/components/customer/render-customer-page';
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
  return renderCustomerPage({ branding, path: `/m/${link}/go`, params }, ({ t, language }, { embedded }) =>
    embedded ? (
      // The service may refuse to be framed, and only a click may open a tab.
      <MessagePage title={t('redirecting.title')} text={t.rich('embedded.leave', { host, b: (text) => <b>{text}</b> })}>
        <BrandLink href={to} rel="noreferrer" target="_blank" data-then={`/m/${link}?lang=${language}`}>
          {t('redirecting.button')}
        </BrandLink>
        <a href={`/m/${link}?lang=${language}`} className="py-2 text-brand-ink underline underline-offset-2">
          {t('embedded.showMigration')}
        </a>
      </MessagePage>
    ) : (
      <>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
        <MessagePage
          title={t('redirecting.title')}
          text={t.rich('redirecting.text', { host, b: (text) => <b>{text}</b> })}
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
    ),
  );
}
