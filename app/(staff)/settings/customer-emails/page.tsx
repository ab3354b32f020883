import type { Metadata } from 'next';
import { EmailsView } from '@/components/customer-emails/emails-view';
import { customerEmailLabels } from '@/components/customer-emails/labels';
import { customerEvents } from '@/lib/contract/outbox';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { defaultMailTemplates } from '@/lib/messages/messages';
import { readMailSettings } from '@/lib/outbox/customers/mail-settings';
import { findMailProblem } from '@/lib/outbox/log/find-mail-problem';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: customerEmailLabels.title };

export default async function CustomerEmailsPage(props: { searchParams: SearchParams }) {
  const { landfall, staff } = await staffPage('settings.customer-emails', props.searchParams);
  const { mode, from } = landfall.outbox.mail;
  return (
    <EmailsView
      events={customerEvents}
      initial={await readMailSettings(landfall.database.db)}
      defaults={defaultMailTemplates}
      mode={mode}
      sender={from}
      problem={mode === 'smtp' ? await findMailProblem(landfall.outbox) : null}
      ownEmail={staff.email}
    />
  );
}
