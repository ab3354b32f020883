import { findSituation } from '../../../import-detail/find-situation';
import type { MailFacts } from '../mail-facts';

export function makeMailFacts(changes: Partial<MailFacts> = {}): MailFacts {
  const page = 'https://migrate.partner.example/m/secret-token';
  return {
    event: 'completed',
    language: 'en',
    username: 'kim@customer.example',
    tool: 'Zendesk',
    situation: findSituation({
      status: 'Migration completed',
      decision: 'accepted',
      request: 'none',
      whoPays: 'partner',
    }),
    note: '',
    records: null,
    usersMatched: null,
    usersTotal: null,
    warningCount: 0,
    warnings: [],
    links: { migration: page, unsubscribe: `${page}/unsubscribe`, oneClickUnsubscribe: `${page}/one-click` },
    ...changes,
  };
}
