'use client';

import { useAccountNotifications } from '@/lib/query/use-notification-rules';
import { personalLabels as labels } from '../notifications/labels';
import { LastMessage } from '../notifications/last-message';
import { MailModeNotice } from '../notifications/mail-mode-notice';
import { PersonalForm } from '../notifications/personal-form';
import { AccountSection } from './account-section';

export function NotificationSection() {
  const { email, events, choice, mail, lastMessage } = useAccountNotifications().data;
  return (
    <AccountSection title={labels.title} explanation={labels.explanation(email)}>
      <MailModeNotice mode={mail} hints={labels.mailHints} />
      <PersonalForm key={JSON.stringify(choice)} offered={events} saved={choice} />
      {lastMessage !== null && (
        <p className="mt-4 flex flex-wrap gap-x-1.5 text-13 text-ink-2">
          {labels.lastMessage} <LastMessage message={lastMessage} />
        </p>
      )}
    </AccountSection>
  );
}
