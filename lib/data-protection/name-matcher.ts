import { parseJson } from '../core/parse-json';
import { textsIn } from '../core/texts-in';
import { isDistinctive, isUsernameField, normaliseUsername } from '../imports/erasures/usernames';

export const replacement = '[erased]';

export interface NameMatcher {
  /** Case-insensitive, for SQL. Finds every text, and JSON as text, that may name the customer, and some that do not. */
  candidates: string;
  /** Whether the whole text is the username. */
  isName: (text: string) => boolean;
  /** A text or a JSON value without the name. */
  redact: (value: unknown) => unknown;
  mentions: (value: unknown) => boolean;
  /** The texts of a JSON value that name the customer. */
  namingTexts: (json: unknown) => string[];
  /** Whether a document, JSON or any other text, names the customer. */
  isIn: (document: string) => boolean;
}

/**
 * For a username and the customer's other addresses. Finds a distinctive name in any text, and any other name only in
 * JSON properties that hold a username.
 */
export function createNameMatcher({
  username,
  addresses = [],
}: {
  username: string;
  addresses?: readonly string[];
}): NameMatcher {
  const wanted = [...new Set([username, ...addresses].map(normaliseUsername))];
  const isName = (text: string) => wanted.includes(normaliseUsername(text));
  const patterns = wanted.filter(isDistinctive).map(wordPattern);
  const redactText = (text: string) => {
    const composed = text.normalize('NFC');
    const redacted = patterns.reduce((left, pattern) => left.replaceAll(pattern, replacement), composed);
    return redacted === composed ? text : redacted;
  };
  const redact = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string') return isUsernameField(field) && isName(value) ? replacement : redactText(value);
    if (Array.isArray(value)) return value.map((item) => redact(item, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redactText(name), redact(inner, name)]));
  };
  const mentions = (value: unknown) => JSON.stringify(redact(value)) !== JSON.stringify(value);
  const namingTexts = (json: unknown) =>
    [...textsIn(json)].flatMap(({ field, text }) =>
      mentions(text) || (isUsernameField(field) && isName(text)) ? [text] : [],
    );
  return {
    candidates: wanted.map(candidatePattern).join('|'),
    isName,
    redact: (value) => redact(value),
    mentions,
    namingTexts,
    isIn: (document) => {
      const json = parseJson(document);
      if (json !== undefined) return namingTexts(json).length > 0;
      // Of a message that was cut off, only the text is left.
      const composed = document.normalize('NFC');
      return mentions(document) || wanted.some((name) => fieldPattern(name).test(composed));
    },
  };
}

/**
 * Also as part of a query, after an escaped character such as `%20`. Not inside a longer name: `ann@x.example` is not
 * `joann@x.example`.
 */
function wordPattern(wanted: string): RegExp {
  const start = String.raw`(?:(?<!(?:[\w@]|\w[.+-])\u200C?)|(?<=%(?!2[bde]|40)[0-7][\da-f]))`;
  return new RegExp(start + spellingsPattern(wanted) + nameEnd, 'giu');
}

/** A property or parameter that holds the username. */
function fieldPattern(wanted: string): RegExp {
  return new RegExp(String.raw`(?:user_?name|login)["']?\s*[:=]\s*["']?` + spellingsPattern(wanted) + nameEnd, 'iu');
}

const nameEnd = String.raw`(?!\u200C?[\w@]|[.+-]\u200C?\w)`;

function spellingsPattern(wanted: string): string {
  const spellings = new Set([wanted, JSON.stringify(wanted).slice(1, -1), encodeURIComponent(wanted.toWellFormed())]);
  return `(?:${[...spellings].map(textPattern).join('|')})`;
}

/** In e-mails, such characters are followed by a zero-width non-joiner, so that a name does not become a link. */
function textPattern(text: string): string {
  const joiner = (character: string) => (/[.。．｡@:/\\]/u.test(character) ? String.raw`\u200C?` : '');
  return Array.from(text, (character) => escapePattern(character) + joiner(character)).join('');
}

/** Databases fold accented letters differently, so anything may be in their place. */
function candidatePattern(wanted: string): string {
  const parts = wanted.match(/[ -~]|[^ -~]+/g) ?? [];
  return parts
    .map((part) => {
      if (/[^ -~]/.test(part)) return `.{1,${Math.min(part.length * 18, 250)}}`;
      const spellings = new Set([part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)]);
      return `(?:${[...spellings].map(escapePattern).join('|')})`;
    })
    .join('');
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
