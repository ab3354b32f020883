import { redirect } from 'next/navigation';
import { customerPage, one } from '@/components/customer/customer-page';
import { HelpLine } from '@/components/customer/customer-frame';
import { KindPage } from '@/components/customer/kind-page';
import type { SearchParams } from '@/lib/http/page';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';
import { openStartLink } from '@/lib/start/open-start-link';
import { drawStartForm } from '../draw-start-form';

export default async function StartLinkPage(props: { params: Promise<{ link: string }>; searchParams: SearchParams }) {
  const landfall = await getLandfall();
  const [{ link: token }, params] = await Promise.all([props.params, props.searchParams]);
  const { branding } = await readBranding(landfall.database.db);
  const here = `/start/${token}`;
  const opened = await openStartLink(landfall.start, token, one(params['attempt']));
  if (opened.kind === 'resume') {
    const language = one(params['lang']) ?? opened.language;
    redirect(`/m/${opened.migrationToken}${language ? `?lang=${encodeURIComponent(language)}` : ''}`);
  }
  if (opened.kind !== 'form') {
    const { kind } = opened;
    return customerPage({ branding, here, params }, (words) => (
      <KindPage title={words[kind].title} text={words[kind].text}>
        <HelpLine branding={branding} words={words} />
      </KindPage>
    ));
  }
  const { link, attempt } = opened;
  const tools = await landfall.tools
    .listSourceTools({ environment: 'live', family: link.family ?? undefined })
    .catch(() => null);
  const serviceHost = new URL(landfall.settings.service.url).host;
  return customerPage({ branding, here, params, language: link.language }, (words) =>
    drawStartForm({ branding, tools, link, linkToken: token, attempt, params, here, serviceHost }, words),
  );
}
