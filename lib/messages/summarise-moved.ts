import type { Moved } from '../contract/customer-migration';
import type { Messages } from './messages';

/** What was moved, as on the customer's page and in e-mails. */
export function summariseMoved(
  { t, format }: Messages,
  { total, usersMatched, usersTotal }: Omit<Moved, 'records'>,
): { label: string; value: string }[] {
  const facts = [];
  if (total !== null) facts.push({ label: t('mail.summary.records'), value: format.number(total) });
  if (usersMatched !== null) {
    const value =
      usersTotal === null
        ? format.number(usersMatched)
        : t('mail.summary.usersOf', { matched: usersMatched, total: usersTotal });
    facts.push({ label: t('mail.summary.users'), value });
  }
  return facts;
}
