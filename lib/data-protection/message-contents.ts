import { z } from 'zod';
import { parseJson } from '../core/parse-json';
import { textsIn } from '../core/texts-in';
import type { DataProtectionDeps } from './data-protection-deps';
import type { NameMatcher } from './name-matcher';

/** An e-mail has `html`, a webhook has `body`, which is JSON. */
const contentSchema = z.looseObject({ html: z.string().optional(), body: z.string().optional() });
type Content = z.infer<typeof contentSchema>;

/** The content without the name, encrypted again. Undefined if it does not name the customer. */
export function redactContent(
  deps: Pick<DataProtectionDeps, 'openMessage' | 'encryptMessage'>,
  encrypted: Uint8Array,
  matcher: NameMatcher,
): Buffer | undefined {
  const content = openContent(deps, encrypted);
  if (!content || !isNamedIn(content, matcher)) return undefined;
  const redacted = contentSchema.parse(matcher.redact(content));
  const { html, body } = redacted;
  const json = body === undefined ? undefined : parseJson(body);
  return deps.encryptMessage(
    JSON.stringify({
      ...redacted,
      // Of a name with escaped characters only the plain text is left.
      ...(html !== undefined && matcher.mentions(unescapeHtml(html)) ? { html: '' } : {}),
      ...(json === undefined ? {} : { body: JSON.stringify(matcher.redact(json)) }),
    }),
  );
}

/** The lines of a message that name the customer. */
export function listNamingLines(
  deps: Pick<DataProtectionDeps, 'openMessage'>,
  encrypted: Uint8Array,
  matcher: NameMatcher,
): string[] {
  const content = openContent(deps, encrypted);
  if (!content || !isNamedIn(content, matcher)) return [];
  const { html: _html, body = '', ...plain } = content;
  const texts = [...textsIn(plain)].flatMap(({ text }) => text.split('\n'));
  return [...texts.filter(matcher.mentions), ...matcher.namingTexts(parseJson(body))];
}

function openContent(deps: Pick<DataProtectionDeps, 'openMessage'>, encrypted: Uint8Array): Content | undefined {
  const text = deps.openMessage(encrypted);
  if (text === undefined) return undefined;
  return contentSchema.safeParse(parseJson(text)).data ?? { text };
}

function isNamedIn(content: Content, matcher: NameMatcher): boolean {
  const { html = '', body = '' } = content;
  return matcher.mentions(content) || matcher.mentions(unescapeHtml(html)) || matcher.isIn(body);
}

function unescapeHtml(html: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return html.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
