/** What a customer would otherwise have to look up for support. Never a link to their page. */
export interface SupportContext {
  reference: string;
  username: string;
  tool: string;
  status: string;
  subject: string;
  body: string;
}

const placeholders = /\{(reference|username|tool|status)\}/g;
const maxValueCharacters = 200;

/**
 * Where customers get help. A web address is filled in where the partner put placeholders, a mail address gets a subject
 * and a text. Without a context, placeholders are left out.
 */
export function supportHref(helpUrl: string, context: SupportContext | null): string {
  if (/^mailto:/i.test(helpUrl)) return context === null ? helpUrl : withText(helpUrl, context);
  return helpUrl.replaceAll(placeholders, (_, name: 'reference' | 'username' | 'tool' | 'status') =>
    encodeURIComponent((context?.[name] ?? '').slice(0, maxValueCharacters).toWellFormed()),
  );
}

/** What the partner has set stays. Not by `URLSearchParams`, whose `+` mail programs show. */
function withText(helpUrl: string, { subject, body }: SupportContext): string {
  const start = helpUrl.indexOf('?');
  const address = start === -1 ? helpUrl : helpUrl.slice(0, start);
  const query = start === -1 ? '' : helpUrl.slice(start + 1);
  const set = new Set([...new URLSearchParams(query).keys()].map((name) => name.toLowerCase()));
  const added = Object.entries({ subject, body })
    .filter(([name]) => !set.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value.replaceAll('\n', '\r\n').toWellFormed())}`);
  const all = [...(query === '' ? [] : [query]), ...added].join('&');
  return all === '' ? address : `${address}?${all}`;
}
