import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { keepEmbed, renderCustomerPage, singleParam } from '@/components/customer/render-customer-page';
import { MessagePage } from '@/components/customer/message-page';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';
import { migrationCookie } from '@/lib/start/customer-cookies';
import { openMigrationLink } from '@/lib/start/open-migration-link';
import { readOpenModeAttempt } from '@/lib/start/open-start-link';
import { renderStartForm } from './render-start-form';

/** Open mode: anyone may start, with a username they type in. */
export default async function StartPage(props: { searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const params = await props.searchParams;
  const { branding } = await readBranding(landfall.database.db);
  const pagePath = '/start';
  if (landfall.settings.startPage !== 'open') {
    return renderCustomerPage({ branding, path: pagePath, params }, ({ t }) => {
      const kind = landfall.settings.startPage === 'off' ? 'off' : 'broken';
      return <MessagePage title={t(`${kind}.title`)} text={t(`${kind}.text`)} />;
    });
  }
  const token = (await cookies()).get(migrationCookie(landfall.settings.publicOrigin))?.value;
  if (token !== undefined && params['again'] === undefined && (await openMigrationLink(landfall.start, token)).ok)
    redirect(keepEmbed(`/m/${token}`, params));
  const tools = await landfall.tools.listSourceTools({ environment: 'live', person: null }).catch(() => null);
  const attempt = await readOpenModeAttempt(landfall.start, singleParam(params['attempt']));
  const { service, whoPays } = landfall.settings;
  const { mailMode } = landfall.start;
  const serviceHost = new URL(service.url).host;
  const origin = landfall.settings.publicOrigin;
  return renderCustomerPage({ branding, path: pagePath, params, origin }, (messages) =>
    renderStartForm(
      { branding, tools, link: null, linkToken: null, attempt, params, pagePath, serviceHost, whoPays, mailMode },
      messages,
    ),
  );
}
