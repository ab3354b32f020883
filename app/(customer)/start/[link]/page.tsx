import { renderCustomerPage, singleParam } from '@/components/customer/render-customer-page';
import { LinkProblem } from '@/components/customer/message-page';
import { FrameResult } from '@/components/customer/start/frame-result';
import { readSentParam, toolRequestParam } from '@/lib/contract/sent-param';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { getLandfall } from '@/lib/server';
import { listStartTools } from '@/lib/start/list-start-tools';
import { openStartLink } from '@/lib/start/open-start-link';
import { renderStartForm } from '../render-start-form';
import { readPageBranding } from '../../read-page-branding';
import { readTyped } from '../../read-typed';
import { redirectCustomer } from '../../redirect-customer';

export default async function StartLinkPage(props: { params: Promise<{ link: string }>; searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const [{ link: token }, params] = await Promise.all([props.params, props.searchParams]);
  const pagePath = `/start/${token}`;
  const { mailMode } = landfall.start;
  const [{ branding }, opened] = await Promise.all([
    readPageBranding(),
    openStartLink(landfall.start, token, singleParam(params['attempt'])),
  ]);
  if (opened.kind === 'resume') {
    const language = singleParam(params['lang']) ?? opened.language;
    redirectCustomer(`/m/${opened.migrationToken}`, { ...params, lang: language ?? undefined });
  }
  if (opened.kind !== 'form') {
    const { kind, language } = opened;
    return renderCustomerPage({ branding, path: pagePath, params, language }, (messages) => (
      <LinkProblem {...{ kind, branding, messages, mailMode }} />
    ));
  }
  const { link, attempt } = opened;
  const tools = await listStartTools(landfall.start, { family: link.family, allowed: link.tools });
  const typed = await readTyped(params);
  const toolRequest = readSentParam(singleParam(params[toolRequestParam]), landfall.start.clock.now());
  const { service, whoPays } = landfall.settings;
  const serviceHost = new URL(service.url).host;
  const options = {
    ...{ branding, tools, link, linkToken: token, attempt, typed, toolRequest, params, pagePath },
    ...{ serviceHost, whoPays, mailMode },
  };
  return renderCustomerPage({ branding, path: pagePath, params, language: link.language }, (messages, { embedded }) => (
    <>
      {embedded && <FrameResult messages={messages} toolRequest={toolRequest} />}
      {renderStartForm(options, messages)}
    </>
  ));
}
