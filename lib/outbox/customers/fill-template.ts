import {
  type MailPlaceholder,
  type MailTemplate,
  maxSubjectCharacters,
  splitTemplate,
} from '../../contract/mail-templates';
import { customerTexts } from '../../contract/rule-texts';
import { type Brand, messagesFor } from '../../messages/brand-messages';
import { summariseMoved } from '../../messages/summarise-moved';
import { cleanLines, cleanValue, joinOnLine, removeFormat, withoutLinks } from '../clean-value';
import type { MailBlock } from './mail-block';
import { hasDetails, type MailFacts } from './mail-facts';

const maxNameCharacters = 80;
const maxLineCharacters = 6000;
const maxNoteCharacters = 4000;
const maxExplanationCharacters = 500;
const maxExplained = 5;

type Given = { facts: MailFacts; branding: Brand };

export function fillSubject(template: MailTemplate, given: Given): string {
  return fillLine(splitTemplate(template.subject), given, maxSubjectCharacters);
}

/** Placeholders without a value leave no empty lines. */
export function fillText(template: MailTemplate, given: Given): MailBlock[] {
  return template.text.split(/\n\s*\n/).flatMap((paragraph) => fillParagraph(paragraph.split('\n'), given));
}

function fillParagraph(lines: readonly string[], given: Given): MailBlock[] {
  const blocks: MailBlock[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', lines: open });
    open = [];
  };
  for (const line of lines) {
    const parts = splitTemplate(line.trim());
    const block = parts
      .map((part) => ('placeholder' in part ? blockOf(part.placeholder, given) : undefined))
      .find(Boolean);
    if (block) {
      close();
      blocks.push(...block);
      continue;
    }
    const filled = fillLine(parts, given, maxLineCharacters);
    if (filled !== '') open.push(filled);
  }
  close();
  return blocks;
}

function fillLine(parts: ReturnType<typeof splitTemplate>, given: Given, maxCharacters: number): string {
  const filled = parts.map((part) => ('text' in part ? removeFormat(part.text) : inlineValue(part.placeholder, given)));
  return joinOnLine(filled, maxCharacters);
}

const isInline = (name: string): name is Extract<MailPlaceholder, 'partner' | 'tool' | 'status'> =>
  ['partner', 'tool', 'status'].includes(name);

function inlineValue(name: string, { facts, branding }: Given): string {
  const { t, format } = messagesFor(branding, facts.language);
  if (!isInline(name)) return '';
  switch (name) {
    case 'partner':
      return format.isolate(cleanValue(branding.partnerName, maxNameCharacters));
    case 'tool':
      return format.isolate(nameFromOutside(facts.tool) ?? t('mail.unknownTool'));
    case 'status':
      return removeFormat(statusText(facts, branding));
  }
}

/** A list, so that a block without content differs from a placeholder that is none. */
function blockOf(name: string, given: Given): MailBlock[] | undefined {
  switch (name) {
    case 'note':
      return noteBlock(given);
    case 'summary':
      return hasDetails(given.facts.event) ? summaryBlock(given) : [];
    case 'warnings':
      return hasDetails(given.facts.event) ? warningsBlock(given) : [];
    case 'link': {
      const { t } = messagesFor(given.branding, given.facts.language);
      return [{ kind: 'button', label: t('mail.openPage'), url: given.facts.links.migration }];
    }
  }
  return undefined;
}

/** Null if nothing is left that may be shown. */
export function nameFromOutside(name: string | null): string | null {
  return withoutLinks(cleanValue(name ?? '', maxNameCharacters)) || null;
}

/** What the customer's page says now. */
function statusText({ language, situation: { progress, payment } }: MailFacts, branding: Brand): string {
  const { t, format } = messagesFor(branding, language);
  return format.sentences([
    t(`migration.progress.${progress}.reply`),
    payment === null ? '' : t(`migration.payment.${payment}.reply`),
  ]);
}

function noteBlock({ facts, branding }: Given): MailBlock[] {
  const lines = cleanLines(facts.note, maxNoteCharacters);
  const { t } = messagesFor(branding, facts.language);
  const title = t('migration.note', { partner: cleanValue(branding.partnerName, maxNameCharacters) });
  return lines.length === 0 ? [] : [{ kind: 'quote', title, lines }];
}

function summaryBlock({ facts, branding }: Given): MailBlock[] {
  const { language, records, usersMatched, usersTotal } = facts;
  const lines = summariseMoved(messagesFor(branding, language), { total: records, usersMatched, usersTotal });
  return lines.length === 0 ? [] : [{ kind: 'facts', facts: lines }];
}

/** The count of all, and what the customer should do about those that matter. */
function warningsBlock({ facts: { language, warningCount, warnings }, branding }: Given): MailBlock[] {
  if (warningCount === 0) return [];
  const { t, format } = messagesFor(branding, language);
  const items = warnings.flatMap(({ rule, count }) => {
    const texts = rule.severity === 'info' ? undefined : customerTexts(rule, language);
    if (!texts) return [];
    const explanation = cleanValue(texts.explanation, maxExplanationCharacters);
    const fix = cleanValue(texts.fix, maxExplanationCharacters);
    return {
      title: format.withAside(t(`warnings.severity.${rule.severity}`), t('warnings.items', { count })),
      lines: [explanation, ...(fix === '' ? [] : [format.sentences([t('warnings.fix'), format.isolate(fix)])])],
    };
  });
  const title = t('migration.warningsReply', { count: warningCount });
  return [{ kind: 'list', title, items: items.slice(0, maxExplained) }];
}
