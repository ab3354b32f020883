import type { Language } from '../../contract/languages';
import { readBranding } from '../../start/branding';
import type { Db } from '../../store/database/database';
import { insertMessages } from '../../store/outbox/messages';
import { issuePageLink } from '../customers/issue-page-link';
import type { Subject } from '../customers/read-subjects';
import { encryptContent } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';
import { renderLinks } from './render-links';

const sendLinkEvent = 'send_link';

/** One message with the links of all of them. */
export async function writeLinks(
  deps: OutboxDeps,
  tx: Db,
  { subjects, email, language }: { subjects: readonly Subject[]; email: string; language: Language },
): Promise<void> {
  const [first, ...others] = subjects;
  if (!first) return;
  // Before the links, so that a link revoked since is found by this time.
  const createdAt = deps.clock.now();
  const { branding } = await readBranding(tx);
  const content = renderLinks({
    branding,
    language,
    migrations: subjects.map((subject) => ({
      tool: subject.record.tool,
      link: issuePageLink(deps, subject, { email, language }),
    })),
  });
  const id = deps.newId();
  await insertMessages(tx, [
    {
      id,
      // Each request is one message; how often is limited before.
      key: `${sendLinkEvent} ${id}`,
      audience: 'customer',
      channel: 'email',
      event: sendLinkEvent,
      environment: 'live',
      ...(others.length === 0
        ? { importId: first.record.id }
        : { importId: null, importIds: subjects.map(({ record }) => record.id) }),
      recipient: email,
      language,
      subject: content.subject,
      contentEncrypted: encryptContent(deps, content),
      state: 'pending',
      createdAt,
    },
  ]);
}
