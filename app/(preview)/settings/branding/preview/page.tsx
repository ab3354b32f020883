import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { AskToUnsubscribe } from '@/components/customer/ask-to-unsubscribe';
import { ConfirmAddress } from '@/components/customer/confirm-address';
import { CustomerLayout, HelpLine } from '@/components/customer/customer-layout';
import { FullMigrationView } from '@/components/customer/full-migration-view';
import { LinkProblem, MessagePage } from '@/components/customer/message-page';
import { MigrationView } from '@/components/customer/migration-view';
import { singleParam } from '@/components/customer/render-customer-page';
import { ReadyToLeave } from '@/components/customer/ready-to-leave';
import { NeedsLink } from '@/components/customer/start/needs-link';
import { readToolSearch } from '@/components/customer/start/pick-tool';
import { SendLinkSection } from '@/components/customer/start/send-link';
import { brandingLabels } from '@/components/settings/branding-labels';
import { type PreviewPage, previewPages } from '@/lib/contract/brand-rules';
import type { SearchParams } from '@/lib/http/create-page-guard';
import type { Landfall } from '@/lib/compose';
import { chooseLanguage } from '@/lib/messages/choose-language';
import { type Brand, messagesFor } from '@/lib/messages/brand-messages';
import type { Messages } from '@/lib/messages/messages';
import { staffPage } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';
import { openBrandingDraft } from '@/lib/start/branding-draft';
import { sampleMigration, sampleStartLink, sampleUsername } from '@/lib/start/sample-migration';
import { renderStartForm } from '../../../../(customer)/start/render-start-form';

export const metadata: Metadata = { title: brandingLabels.title };

/**
 * The customer's pages with made-up data and unsaved branding, in a frame of the settings. Without a draft, the saved one.
 * The root layout reads theme and language from the address, too.
 */
export default async function BrandingPreviewPage(props: { searchParams: SearchParams }) {
  const { landfall, staff, searchParams } = await staffPage('settings.branding-preview', props.searchParams);
  const param = (name: string) => singleParam(searchParams[name]) ?? '';
  const token = param('draft');
  const draft = token === '' ? {} : openBrandingDraft(landfall.start, { token, staffId: staff.id });
  if (draft === null) notFound();
  const page = previewPages.find((known) => known === param('page')) ?? 'start';
  const language = chooseLanguage({ address: param('lang') });
  const saved = await readBranding(landfall.database.db, [language]);
  const branding = { ...saved.branding, ...draft };
  const messages = messagesFor(branding, language);
  return (
    // Nothing in it leads anywhere.
    <div inert>
      <CustomerLayout
        branding={branding}
        messages={messages}
        nonce={(await headers()).get('x-nonce') ?? undefined}
        languageHref={() => '#'}
      >
        {renderPage(landfall, { page, branding, messages })}
      </CustomerLayout>
    </div>
  );
}

const tools = ['Zendesk', 'Freshdesk', 'Help Scout', 'Intercom', 'Jira Service Management', 'Front'].map((name) => ({
  name,
}));

function renderPage(
  { settings, start }: Landfall,
  { page, branding, messages }: { page: PreviewPage; branding: Brand; messages: Messages },
) {
  const { t } = messages;
  const partner = branding.partnerName;
  const { startPage, whoPays } = settings;
  const { host } = new URL(settings.service.url);
  const sendLink = start.mailMode === 'off' ? null : { result: undefined, typed: undefined };
  // In open mode, the start page needs no link.
  if (page === 'start' || (page === 'needs-link' && startPage === 'open')) {
    const link = startPage === 'open' ? null : sampleStartLink;
    const empty = { linkToken: null, attempt: null, typed: {}, params: {}, pagePath: '/start' };
    const given = { branding, tools, link, serviceHost: host, whoPays, mailMode: start.mailMode };
    return (
      <>
        {renderStartForm({ ...empty, ...given }, messages)}
        {link === null && sendLink !== null && <SendLinkSection belowForm messages={messages} {...sendLink} />}
      </>
    );
  }
  switch (page) {
    case 'needs-link':
      return (
        <NeedsLink
          kind={startPage === 'off' ? 'off' : 'needsLink'}
          branding={branding}
          messages={messages}
          sendLink={sendLink}
        />
      );
    case 'leaving':
      return <ReadyToLeave {...{ messages, partner, host }} to="#" pageHref="#" usesLink={startPage !== 'open'} />;
    case 'confirm':
      return <ConfirmAddress {...{ messages, partner }} email={sampleUsername} token="" />;
    case 'unsubscribe':
      return (
        <AskToUnsubscribe
          {...{ messages, partner }}
          email={sampleUsername}
          isUsed
          tool="Zendesk"
          token=""
          undone={false}
        />
      );
    case 'message':
      return <LinkProblem kind="broken" branding={branding} messages={messages} mailMode={start.mailMode} />;
    case 'full-migration':
      return whoPays === 'customer' ? (
        <MessagePage title={t('migration.payment.buy.title')} text={t('migration.payment.buy.text')}>
          <HelpLine branding={branding} messages={messages} />
        </MessagePage>
      ) : (
        <FullMigrationView
          messages={messages}
          partner={partner}
          tools={tools}
          search={readToolSearch({}, '/full-migration')}
          attempt=""
          reference=""
          typed={{}}
          invalid={[]}
          busy={false}
          known={[]}
        />
      );
    default:
      return (
        <MigrationView
          migration={sampleMigration(start, page)}
          branding={branding}
          messages={messages}
          linkToken="example"
          newAttempt=""
          linkByMail={start.mailMode === 'off' ? { kind: 'off' } : { kind: 'known', email: sampleUsername }}
          sent={undefined}
          enteringAddress={false}
          embedded={false}
          isOpen={startPage === 'open'}
          zone="UTC"
          problem={null}
        />
      );
  }
}
