import type { Finished } from '../../lib/backup/finish-restore';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What was done, and what only a person can do. */
export function describeFinished({ kind, takenAt, audit, ...done }: Finished): string {
  const verified = audit.ok
    ? `The audit chain is intact: ${plural(audit.entries, 'entry', 'entries')}.`
    : ['The audit chain is broken.', ...audit.problems.map(({ message }) => message)].join('\n  ');
  if (kind === 'move') return `${verified}\n`;
  return `${[
    verified,
    `${plural(done.decisions, 'decision was', 'decisions were')} not settled: the outcome is now unknown and has to be settled under Sponsorship.`,
    `${plural(done.attempts, 'creation', 'creations')} and ${plural(done.messages, 'message', 'messages')} may have been sent after the backup.`,
    ...(done.bulkRuns > 0 ? [`${plural(done.bulkRuns, 'bulk decision was', 'bulk decisions were')} ended.`] : []),
    ...(done.policyChanges > 0 ? ['A pending change of the policy was cancelled.'] : []),
    '',
    `Missing since ${takenAt}. Start the app without SMTP_URL and MAIL_FROM, then:`,
    `- Erased customers: they are back. Erase them again; npm run restore -- erased RECEIPT... finds them. ${plural(done.erasures, 'earlier erasure is', 'earlier erasures are')} in the backup. Then start the app with both.`,
    `- Decisions: compare them with the migration service, and settle them under Sponsorship. Then run: npm run restore -- release`,
    '- Disabled staff, changed roles, passkeys and recovery codes, revoked API keys and links, policy and connection: check them in Settings.',
  ].join('\n')}\n`;
}
