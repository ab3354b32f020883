import type { SentResult } from '@/lib/contract/sent-param';
import type { Messages } from '@/lib/messages/messages';
import { ProblemNote } from '../form/problem-note';
import { SentNote } from '../form/sent-note';

/** Result of a form further down. In a frame at the top of the page, to which `public/embed.js` scrolls. */
export function FrameResult(props: {
  messages: Messages;
  toolRequest: SentResult | undefined;
  sendLink?: SentResult | undefined;
}) {
  const note = noteOf(props);
  return note && <div className="mb-8">{note}</div>;
}

function noteOf({ messages: { t }, toolRequest, sendLink }: Parameters<typeof FrameResult>[0]) {
  const problem = (text: string) => <ProblemNote title={t('serviceUnavailable.title')} text={text} />;
  if (toolRequest === 'busy') return problem(t('toolRequest.busy'));
  if (sendLink === 'busy') return problem(t('myMigration.keep.busy'));
  if (toolRequest === 'sent') return <SentNote title={t('toolRequest.sentTitle')} />;
  if (sendLink === 'sent') return <SentNote title={t('sendLink.sentTitle')} text={t('sendLink.sentText')} />;
  return null;
}
