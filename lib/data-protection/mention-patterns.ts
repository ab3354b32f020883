import type { MentionPatterns } from '../store/data-protection/mentions';

/** Also as part of JSON and of a query. Not inside a longer name: `ann@x.example` is not `joann@x.example`. */
export function mentionPatterns(username: string): MentionPatterns {
  const spellings = new Set([
    username,
    JSON.stringify(username).slice(1, -1),
    encodeURIComponent(username.toWellFormed()),
  ]);
  const anyOf = `(?:${[...spellings].map(escapePattern).join('|')})`;
  const whole = `(?<![\\w@]|[\\w][.+-])${anyOf}(?![\\w@]|[.+-][\\w])`;
  // An ordinary word would be found in many texts that are not about this customer.
  return isDistinctive(username) ? { text: whole, json: whole } : { text: `^${anyOf}$`, json: `"${anyOf}"` };
}

export function createMentionTest(username: string): (text: string) => boolean {
  const pattern = new RegExp(mentionPatterns(username).json, 'i');
  return (text) => pattern.test(text);
}

function isDistinctive(username: string): boolean {
  return username.length >= 5 && /[^\p{L}]/u.test(username);
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
