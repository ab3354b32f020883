import type { CustomerEvent } from '../../contract/outbox';
import type { Language } from '../../contract/languages';
import { findSituation } from '../../import-detail/find-situation';
import type { SituationInput } from '../../import-detail/situation-rules';
import { type Brand, messagesFor } from '../../messages/brand-messages';
import { adaptAdvice } from '../../warnings/adapt-advice';
import { defaultRules } from '../../warnings/default-rules';
import { toCustomerRule } from '../../warnings/warning-rules';
import type { OutboxDeps } from '../outbox-deps';
import type { MailFacts } from './mail-facts';

type Input = Omit<SituationInput, 'whoPays'>;

const before: Input = { status: 'Collecting credentials', decision: 'none', request: 'none' };
const sampled: Input = { ...before, status: 'Sample migration completed' };

const inputs: Record<CustomerEvent, Input> = {
  started: before,
  action_needed: before,
  sample_ready: sampled,
  request_received: { ...sampled, decision: 'asked', request: 'customer' },
  accepted: { ...sampled, decision: 'accepted' },
  rejected: { ...sampled, decision: 'rejected' },
  full_started: { ...before, status: 'Migration in progress', decision: 'accepted' },
  completed: { ...before, status: 'Migration completed', decision: 'accepted' },
  undone: { ...before, status: 'Migration cleaned' },
};

const warnings = [
  { id: 'missing_owner', count: 2 },
  { id: 'attachment_too_large', count: 3 },
];

/** For previews and test messages. The links open a page that says they do not work. */
export function sampleMailFacts(
  { publicOrigin, whoPays }: Pick<OutboxDeps, 'publicOrigin' | 'whoPays'>,
  branding: Brand,
  event: CustomerEvent,
  language: Language,
): MailFacts {
  const { t } = messagesFor(branding, language);
  const decided = event === 'accepted' || event === 'rejected';
  const situation = findSituation({ ...inputs[event], whoPays });
  const link = `${publicOrigin}/m/example`;
  return {
    event,
    language,
    username: 'kim@customer.example',
    tool: 'Zendesk',
    situation,
    note: decided ? t('mail.sampleNote') : '',
    records: 12_480,
    usersMatched: 18,
    usersTotal: 20,
    warningCount: 5,
    warnings: warnings.flatMap(({ id, count }) =>
      defaultRules
        .filter((rule) => rule.id === id)
        .map((rule) => ({ rule: adaptAdvice(toCustomerRule(rule), situation), count })),
    ),
    links: { migration: link, unsubscribe: link, oneClickUnsubscribe: link },
  };
}
