import type { ComponentProps } from 'react';
import type { Branding } from '@/lib/contract/branding';
import type { Messages } from '@/lib/messages/messages';
import { HelpLine } from '../customer-layout';
import { CheckForms } from '../form/check-forms';
import { MessagePage } from '../message-page';
import { SendLinkSection } from './send-link';

/** The start page without a link, where one is needed or none can be used. */
export function NeedsLink({
  kind,
  branding,
  messages,
  sendLink,
}: {
  kind: 'needsLink' | 'off';
  branding: Branding;
  messages: Messages;
  /** Null if no e-mails are sent. */
  sendLink: Pick<ComponentProps<typeof SendLinkSection>, 'result' | 'typed'> | null;
}) {
  const { t } = messages;
  const partner = branding.partnerName;
  return (
    <>
      <MessagePage title={t(`${kind}.title`, { partner })} text={t(`${kind}.text`, { partner })}>
        <HelpLine branding={branding} messages={messages} />
      </MessagePage>
      {sendLink !== null && (
        <>
          <SendLinkSection belowForm={false} messages={messages} {...sendLink} />
          <CheckForms />
        </>
      )}
    </>
  );
}
