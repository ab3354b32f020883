import { cookies } from 'next/headers';
import { CheckForms } from '@/components/customer/form/check-forms';
import { HelpLine } from '@/components/customer/customer-layout';
import { MessagePage } from '@/components/customer/message-page';
import { renderCustomerPage, singleParam } from '@/components/customer/render-customer-page';
import { ownParams } from '@/components/customer/start/pick-tool';
import { SendLink } from '@/components/customer/start/send-link';
import { readSentParam, sentParam, toolRequestParam } from '@/lib/contract/sent-param';
import { startAgainParam } from '@/lib/contract/start';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { getLandfall } from '@/lib/server';
import { migrationCookie } from '@/lib/start/customer-cookies';
import { listStartTools } from '@/lib/start/list-start-tools';
import { openCurrentMigration } from '@/lib/start/open-migration-link';
import { readOpenModeAttempt } from '@/lib/start/open-start-link';
import { renderStartForm } from './render-start-form';
import { readPageBranding } from '../read-page-branding';
import { readTyped } from '../read-typed';
import { redirectCustomer } from '../redirect-customer';

/** In open mode anyone may start here. Otherwise the page says that a personal link is needed, and how to get it. */
export default async function StartPage(props: { searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const params = await props.searchParams;
  const { branding } = await readPageBranding();
  const path = '/start';
  const { service, whoPays, startPage, publicOrigin } = landfall.settings;
  const { mailMode } = landfall.start;
  const partner = branding.partnerName;
  const typed = await readTyped(params);
  const now = landfall.start.clock.now();
  const result = readSentParam(singleParam(params[sentParam]), now);
  const sendLink = { result, typed: typed['link_email'] };
  if (startPage !== 'open') {
    return renderCustomerPage({ branding, path, params }, (messages) => {
      const { t } = messages;
      const kind = startPage === 'off' ? 'off' : 'needsLink';
      return (
        <>
          <MessagePage title={t(`${kind}.title`, { partner })} text={t(`${kind}.text`, { partner })}>
            <HelpLine branding={branding} messages={messages} />
          </MessagePage>
          {mailMode !== 'off' && (
            <section id="send-link" className="mt-10 max-w-[560px] border-t pt-8">
              <h2 className="mb-4 text-20 font-strong">{t('sendLink.title')}</h2>
              <SendLink messages={messages} {...sendLink} />
              <CheckForms />
            </section>
          )}
        </>
      );
    });
  }
  const token = (await cookies()).get(migrationCookie(publicOrigin))?.value;
  const showsForm = [startAgainParam, ...ownParams].some((name) => params[name] !== undefined);
  if (token !== undefined && !showsForm && (await openCurrentMigration(landfall.start, token)) !== null)
    redirectCustomer(`/m/${token}`, params);
  const [tools, attempt] = await Promise.all([
    listStartTools(landfall.start),
    readOpenModeAttempt(landfall.start, singleParam(params['attempt'])),
  ]);
  const serviceHost = new URL(service.url).host;
  const toolRequest = readSentParam(singleParam(params[toolRequestParam]), now);
  const options = { branding, tools, attempt, typed, toolRequest, params, pagePath: path };
  return renderCustomerPage({ branding, path, params, origin: publicOrigin }, (messages) => (
    <>
      {renderStartForm({ ...options, serviceHost, whoPays, mailMode, link: null, linkToken: null }, messages)}
      {mailMode !== 'off' && (
        <section id="send-link" className="mt-10 border-t pt-8">
          <h2 className="mb-4 text-18 font-strong">{messages.t('sendLink.titleOpen')}</h2>
          <SendLink messages={messages} {...sendLink} />
        </section>
      )}
    </>
  ));
}
