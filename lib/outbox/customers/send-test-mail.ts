import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { MailPreviewBody } from '../../contract/customer-mails';
import type { MailMode } from '../../contract/outbox';
import { LandfallError } from '../../core/errors';
import { readBranding } from '../../start/branding';
import { recordChange } from '../../store/events/changes';
import { insertMessages } from '../../store/outbox/messages';
import { limitTestMessages } from '../limit-test-messages';
import { encryptContent } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';
import { renderMail } from './render-mail';
import { sampleMailFacts } from './sample-mail-facts';

/** Sends a draft with made-up facts to the person who asks, and to no one else. */
export async function sendTestMail(
  deps: OutboxDeps,
  { caller, event, language, template }: MailPreviewBody & { caller: Caller },
): Promise<{ recipient: string; mode: MailMode }> {
  const { actor } = caller;
  const { mode } = deps.mail;
  if (actor.kind !== 'staff') throw new LandfallError('forbidden');
  if (mode === 'off')
    throw new LandfallError('conflict', 'E-mail is not set up. Set SMTP_URL and MAIL_FROM, then restart.');
  const at = deps.clock.now();
  await limitTestMessages(deps, caller);
  await deps.database.transaction(async (tx) => {
    const { branding } = await readBranding(tx);
    const facts = sampleMailFacts(deps, branding, event, language);
    const rendered = renderMail({ facts, branding, template });
    // There is nothing to unsubscribe from.
    const content = { ...rendered, subject: `Test: ${rendered.subject}`, headers: {} };
    const id = deps.newId();
    await insertMessages(tx, [
      {
        id,
        key: `test ${id}`,
        audience: 'staff',
        channel: 'email',
        event: 'test',
        recipient: actor.email,
        language,
        subject: content.subject,
        contentEncrypted: encryptContent(deps, content),
        state: 'pending',
        createdAt: at,
      },
    ]);
    await appendAudit(deps, tx, { caller, action: 'mails.tested', subject: `${event} ${language}` });
    // Wakes the job that sends it.
    await recordChange(tx, { kind: 'settings', environment: 'live', subject: 'customer-mails' });
  });
  return { recipient: actor.email, mode };
}
