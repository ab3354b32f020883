import type { Metadata } from 'next';
import type { MessagesToSend } from '@/components/share/link-to-send';
import { Page, PageHeader } from '@/components/shell/page';
import { wizardLabels } from '@/components/wizard/labels';
import { StartLinkButton } from '@/components/wizard/start-link-button';
import { Wizard } from '@/components/wizard/wizard';
import { byLanguage } from '@/lib/contract/languages';
import { roleAtLeast } from '@/lib/contract/roles';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readRecentTools } from '@/lib/imports/creation/read-recent-tools';
import { type Brand, messagesFor } from '@/lib/messages/brand-messages';
import type { Messages } from '@/lib/messages/messages';
import { staffPage } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';

export const metadata: Metadata = { title: wizardLabels.title };

export default async function NewImportPage(props: { searchParams: SearchParams }) {
  const { landfall, staff, environment, searchParams } = await staffPage('new', props.searchParams);
  const username = typeof searchParams['username'] === 'string' ? searchParams['username'] : '';
  const { branding } = await readBranding(landfall.database.db);
  const offersStartLinks = landfall.settings.startPage !== 'off' && environment === 'live';
  return (
    <Page>
      <PageHeader
        title={wizardLabels.title}
        actions={
          offersStartLinks ? (
            <StartLinkButton username={username} messages={messagesToSend(branding, startMessage)} />
          ) : undefined
        }
      />
      <Wizard
        families={landfall.settings.service.families}
        mayStartFull={roleAtLeast(staff.role, 'approver') && landfall.settings.whoPays === 'partner'}
        asksForContact={landfall.outbox.mail.mode !== 'off' && environment === 'live'}
        recentTools={await readRecentTools(landfall.creation, { environment, staffId: staff.id })}
        initial={{ username }}
        messages={messagesToSend(branding, migrationMessage)}
        userId={staff.id}
      />
    </Page>
  );
}

/** The browser fills in the values: a link is secret, and it is created later. */
function messagesToSend(branding: Brand, message: (t: Messages['t']) => MessagesToSend['en']): MessagesToSend {
  return byLanguage((language) => message(messagesFor(branding, language).t));
}

const migrationMessage = (t: Messages['t']) => ({
  subject: t('send.migration.subject'),
  text: t('send.migration.text', { tool: '{tool}', link: '{link}' }),
});

const startMessage = (t: Messages['t']) => ({
  subject: t('send.start.subject'),
  text: t('send.start.text', { link: '{link}', date: '{date}' }),
});
