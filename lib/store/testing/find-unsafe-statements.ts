/** What the previous version would not survive, or what locks a table for as long as it has rows. */
const rules: readonly { pattern: RegExp; why: string; isAllowed?: (statement: string) => boolean }[] = [
  { pattern: /^drop (table|view|sequence|type|function|schema)\b/, why: 'the previous version may use it' },
  { pattern: /^truncate\b/, why: 'it loses data' },
  { pattern: /\brename (to|column|constraint)\b/, why: 'the previous version uses the old name' },
  { pattern: /^alter table .*\bdrop (?!constraint|not null|default)/, why: 'the previous version may use it' },
  { pattern: /\bset data type\b|\balter column \S+ type\b/, why: 'it rewrites the table' },
  { pattern: /\bset not null\b/, why: 'the previous version may write null' },
  {
    pattern: /\badd column\b.*\bnot null\b/,
    why: 'the previous version does not write it, so it needs a default',
    isAllowed: (statement) => /\bdefault\b/.test(statement),
  },
  {
    pattern: /^alter table .*\badd (constraint|check|unique|foreign key|primary key)\b/,
    why: 'it checks every row under a lock, and the previous version may break it',
    isAllowed: (statement) => /\bnot valid\b/.test(statement),
  },
  { pattern: /^create (unique )?index\b/, why: 'it blocks writes for as long as it takes' },
  { pattern: /^(update|delete from)\b/, why: 'it locks every row that it changes' },
];

/** A reviewed exception, with its reason. Counts for the statement after it. */
const allowed = /^-- safe: \S/m;

/** Statements of a migration that would disturb instances of the previous version. New tables may be changed freely. */
export function findUnsafeStatements(sql: string): string[] {
  const statements = sql.split(/--> statement-breakpoint|;\s*$/m).map((text) => ({
    isAllowed: allowed.test(text),
    text: text
      .replace(/^--.*$/gm, '')
      .replaceAll('"', '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  }));
  const newTables = statements.flatMap(({ text }) => /^create table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? []);
  const tableOf = (text: string) =>
    /^(?:alter table|update|delete from)(?: if exists| only)* (\S+)|^create (?:unique )?index .*?\bon (?:only )?(\S+)/
      .exec(text)
      ?.slice(1)
      .find((name) => name !== undefined);
  return statements.flatMap(({ isAllowed, text }) => {
    if (isAllowed || newTables.includes(tableOf(text) ?? '')) return [];
    const broken = rules.find((rule) => rule.pattern.test(text) && rule.isAllowed?.(text) !== true);
    return broken ? [`${text.slice(0, 80)}: ${broken.why}`] : [];
  });
}
