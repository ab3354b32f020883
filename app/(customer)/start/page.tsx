import { cookies } from 'next/headers';
import { renderCustomerPage, singleParam } from '@/components/customer/render-customer-page';
import { ownParams } from '@/components/customer/start/pick-tool';
import { FrameResult } from '@/components/customer/start/frame-result';
import { NeedsLink } from '@/components/customer/start/needs-link';
import { SendLinkSection } from '@/components/customer/start/send-link';
import { readSentParam, sentParam, startAgainParam, toolRequestParam } from '@/lib/contract/sent-param';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { getLandfall } from '@/lib/server';
import { readVisitorId } from '@/lib/http/visitor-cookie';
import { migrationCookie } from '@/lib/start/customer-cookies';
import { listStartTools } from '@/lib/start/list-start-tools';
import { openCurrentMigration } from '@/lib/start/open-migration-link';
import { findStartedMigration, readOpenModeAttempt } from '@/lib/start/open-start-link';
import { renderStartForm } from './render-start-form';
import { readPageBranding } from '../read-page-branding';
import { readTyped } from '../read-typed';
import { redirectCustomer } from '../redirect-customer';

/** In open mode anyone may start here. Otherwise the page says that a personal link is needed, and how to get it. */
export default async function StartPage(props: { searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const params = await props.searchParams;
  const { service, whoPays, startPage, publicOrigin } = landfall.settings;
  const jar = await cookies();
  const token = jar.get(migrationCookie(publicOrigin))?.value;
  const showsForm = [startAgainParam, ...ownParams].some((name) => params[name] !== undefined);
  if (token !== undefined && !showsForm && (await openCurrentMigration(landfall.start, token)) !== null)
    redirectCustomer(`/m/${token}`, params);
  const { branding } = await readPageBranding();
  const path = '/start';
  const { mailMode } = landfall.start;
  const typed = await readTyped(params);
  const now = landfall.start.clock.now();
  const result = readSentParam(singleParam(params[sentParam]), now);
  const sendLink = { result, typed: typed['link_email'] };
  if (startPage !== 'open') {
    const kind = startPage === 'off' ? 'off' : 'needsLink';
    return renderCustomerPage({ branding, path, params }, (messages) => (
      <NeedsLink {...{ kind, branding, messages }} sendLink={mailMode === 'off' ? null : sendLink} />
    ));
  }
  const attemptId = singleParam(params['attempt']);
  const visitorId = readVisitorId(jar.toString(), publicOrigin);
  const started = await findStartedMigration(landfall.start, { attempt: attemptId, visitorId });
  if (started !== null) redirectCustomer(`/m/${started}`, params);
  const [tools, attempt] = await Promise.all([
    listStartTools(landfall.start),
    readOpenModeAttempt(landfall.start, attemptId),
  ]);
  const serviceHost = new URL(service.url).host;
  const toolRequest = readSentParam(singleParam(params[toolRequestParam]), now);
  const options = { branding, tools, attempt, typed, toolRequest, params, pagePath: path };
  return renderCustomerPage({ branding, path, params, origin: publicOrigin }, (messages, { embedded }) => (
    <>
      {embedded && <FrameResult messages={messages} toolRequest={toolRequest} sendLink={result} />}
      {renderStartForm({ ...options, serviceHost, whoPays, mailMode, link: null, linkToken: null }, messages)}
      {mailMode !== 'off' && <SendLinkSection belowForm messages={messages} {...sendLink} />}
    </>
  ));
}
