import { redirect } from 'next/navigation';
import { keepEmbed, renderCustomerPage, singleParam } from '@/components/customer/render-customer-page';
import { HelpLine } from '@/components/customer/customer-layout';
import { MessagePage } from '@/components/customer/message-page';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';
import { openStartLink } from '@/lib/start/open-start-link';
import { renderStartForm } from '../render-start-form';

export default async function StartLinkPage(props: { params: Promise<{ link: string }>; searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const [{ link: token }, params] = await Promise.all([props.params, props.searchParams]);
  const { branding } = await readBranding(landfall.database.db);
  const pagePath = `/start/${token}`;
  const opened = await openStartLink(landfall.start, token, singleParam(params['attempt']));
  if (opened.kind === 'resume') {
    const language = singleParam(params['lang']) ?? opened.language;
    redirect(
      keepEmbed(`/m/${opened.migrationToken}${language ? `?lang=${encodeURIComponent(language)}` : ''}`, params),
    );
  }
  if (opened.kind !== 'form') {
    const { kind } = opened;
    return renderCustomerPage({ branding, path: pagePath, params }, (messages) => (
      <MessagePage title={messages.t(`${kind}.title`)} text={messages.t(`${kind}.text`)}>
        <HelpLine branding={branding} messages={messages} />
      </MessagePage>
    ));
  }
  const { link, attempt } = opened;
  const tools = await landfall.tools
    .listSourceTools({ environment: 'live', family: link.family ?? undefined, person: null })
    .catch(() => null);
  const { service, whoPays } = landfall.settings;
  const { mailMode } = landfall.start;
  const serviceHost = new URL(service.url).host;
  return renderCustomerPage({ branding, path: pagePath, params, language: link.language }, (messages) =>
    renderStartForm(
      { branding, tools, link, linkToken: token, attempt, params, pagePath, serviceHost, whoPays, mailMode },
      messages,
    ),
  );
}
