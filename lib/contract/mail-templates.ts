// Apart from the schemas: the form uses this in the browser, where zod is not loaded.

export interface MailTemplate {
  subject: string;
  text: string;
}

export const mailPlaceholders = ['partner', 'tool', 'status', 'note', 'summary', 'warnings', 'link'] as const;
export type MailPlaceholder = (typeof mailPlaceholders)[number];

/** Subjects appear on lock screens and in logs, so they contain nothing personal and no link. */
const subjectPlaceholders = ['partner', 'tool'] as const;

/** Rendered as a block, so they need a line of their own. */
const blockPlaceholders: readonly string[] = ['note', 'summary', 'warnings', 'link'] satisfies MailPlaceholder[];

export const maxSubjectCharacters = 150;
export const maxTextCharacters = 5000;

/** Other braces are ordinary text. */
const placeholderPattern = /\{ *([\p{L}\d_-]+) *\}/gu;

export type MailPart = { text: string } | { placeholder: string };

export function splitTemplate(template: string): MailPart[] {
  const parts: MailPart[] = [];
  let end = 0;
  for (const match of template.matchAll(placeholderPattern)) {
    if (match.index > end) parts.push({ text: template.slice(end, match.index) });
    parts.push({ placeholder: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < template.length) parts.push({ text: template.slice(end) });
  return parts;
}

/** Checked by the form and by the schema. */
export function mailTemplateProblems({
  subject,
  text,
}: MailTemplate): { field: keyof MailTemplate; message: string }[] {
  return [
    ...subjectProblems(subject).map((message) => ({ field: 'subject' as const, message })),
    ...textProblems(text).map((message) => ({ field: 'text' as const, message })),
  ];
}

function subjectProblems(subject: string): string[] {
  if (subject.trim() === '') return ['Enter a subject'];
  if (subject.length > maxSubjectCharacters) return [`At most ${maxSubjectCharacters} characters`];
  if (/[\p{Cc}\u2028\u2029]/u.test(subject)) return ['The subject must be one line'];
  return unknownProblems(subject, subjectPlaceholders);
}

function textProblems(text: string): string[] {
  if (text.trim() === '') return ['Enter a text'];
  if (text.length > maxTextCharacters) return [`At most ${maxTextCharacters} characters`];
  const unknown = unknownProblems(text, mailPlaceholders);
  if (unknown.length > 0) return unknown;
  const names = placeholdersOf(text);
  if (!names.includes('link')) return ['Add {link}, so that customers find their page'];
  const repeated = blockPlaceholders.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated !== undefined) return [`Use {${repeated}} once`];
  const [inline] = text
    .split('\n')
    .flatMap((line) =>
      isBlockLine(line) ? [] : placeholdersOf(line).filter((name) => blockPlaceholders.includes(name)),
    );
  return inline === undefined ? [] : [`{${inline}} needs a line of its own`];
}

function unknownProblems(template: string, allowed: readonly string[]): string[] {
  const unknown = placeholdersOf(template).find((name) => !allowed.includes(name));
  if (unknown === undefined) return [];
  return [`{${unknown}} is not allowed here. Allowed: ${allowed.map((name) => `{${name}}`).join(', ')}`];
}

function placeholdersOf(template: string): string[] {
  return splitTemplate(template).flatMap((part) => ('placeholder' in part ? part.placeholder : []));
}

const isBlockLine = (line: string) => splitTemplate(line.trim()).length === 1;
