import type { CustomerEvent } from '../../contract/outbox';
import type { Language } from '../../contract/languages';
import { readBranding } from '../../start/branding';
import type { Db } from '../../store/database/database';
import { statusKey } from '../../imports/recognise-status';
import { type ReportedDetails, readReportedDetails } from '../../store/imports/reported-details';
import { adaptAdvice } from '../../warnings/adapt-advice';
import { issueUnsubscribeLinks } from '../contacts/contact-links';
import { encryptContent } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';
import { issuePageLink } from './issue-page-link';
import { hasDetails, type MailFacts } from './mail-facts';
import type { readMailSettings } from './mail-settings';
import { type ExplainedWarnings, readExplainedWarnings } from './read-explained-warnings';
import type { Subject } from './read-subjects';
import { renderMail } from './render-mail';

interface MessageToRender {
  subject: Subject;
  event: CustomerEvent;
  email: string;
  language: Language;
}

export interface RenderedMessage {
  subject: string;
  contentEncrypted: Buffer;
  /** What it was rendered for. */
  situation: string;
}

interface Details {
  reported: ReportedDetails;
  warnings: ExplainedWarnings;
}

export async function renderMessages<T extends MessageToRender>(
  deps: OutboxDeps,
  tx: Db,
  messages: readonly T[],
  { templates }: Pick<Awaited<ReturnType<typeof readMailSettings>>, 'templates'>,
): Promise<Map<T, RenderedMessage>> {
  const { branding } = await readBranding(tx);
  // Reading the details takes longest.
  const detailed = messages.filter(({ event }) => hasDetails(event));
  const reported = await readReportedDetails(
    tx,
    detailed.map(({ subject }) => subject.record.id),
    statusKey,
  );
  const warnings = await readExplainedWarnings(
    tx,
    detailed.flatMap(({ subject: { record } }) =>
      record.warnings > 0 && reported.get(record.id)?.warnings ? [record.id] : [],
    ),
  );
  return new Map(
    messages.map((message): [T, RenderedMessage] => {
      const { id } = message.subject.record;
      const facts = toFacts(deps, message, {
        reported: reported.get(id) ?? { records: false, users: false, warnings: false },
        warnings: warnings.get(id) ?? [],
      });
      const content = renderMail({ facts, branding, template: templates[message.language][message.event] });
      const situation = describeSituation(message.subject);
      return [message, { subject: content.subject, contentEncrypted: encryptContent(deps, content), situation }];
    }),
  );
}

/** What the texts depend on. */
export function describeSituation({ now }: Pick<Subject, 'now'>): string {
  const { progress, payment } = now.situation;
  return `${progress}:${payment ?? 'null'}`;
}

function toFacts(
  deps: OutboxDeps,
  { subject, event, email, language }: MessageToRender,
  { reported, warnings }: Details,
): MailFacts {
  const { record, now, note } = subject;
  return {
    event,
    language,
    username: record.username,
    tool: record.tool,
    situation: now.situation,
    note,
    records: reported.records ? record.records : null,
    usersMatched: reported.users ? record.usersMatched : null,
    usersTotal: reported.users ? record.usersTotal : null,
    warningCount: reported.warnings ? record.warnings : 0,
    warnings: warnings.map(({ rule, count }) => ({ rule: adaptAdvice(rule, now.situation), count })),
    links: {
      migration: issuePageLink(deps, subject, { email, language }),
      ...issueUnsubscribeLinks(deps, { importId: record.id, email }),
    },
  };
}
