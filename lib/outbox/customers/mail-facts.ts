import type { Language } from '../../contract/languages';
import type { CustomerEvent } from '../../contract/outbox';
import type { Situation } from '../../contract/situation';
import type { CustomerRule } from '../../contract/warning-rules';

/** The others say neither what was moved nor what to do about warnings. */
export const hasDetails = (event: CustomerEvent) => event === 'completed' || event === 'sample_ready';

/** What an e-mail to a customer says. The same facts as on their page. */
export interface MailFacts {
  event: CustomerEvent;
  language: Language;
  username: string | null;
  tool: string | null;
  situation: Situation;
  /** The approver's note; empty if there is none. */
  note: string;
  records: number | null;
  usersMatched: number | null;
  usersTotal: number | null;
  warningCount: number;
  /** Explained by the first rule that matches, the most serious first. */
  warnings: readonly { rule: CustomerRule; count: number }[];
  links: { migration: string; unsubscribe: string; oneClickUnsubscribe: string };
}
