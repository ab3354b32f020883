import { randomBytes } from 'node:crypto';
import { contentSecurityPolicy } from './content-security-policy';
import type { OutageResponse } from '../core/context.mjs';
import { escapeHtml } from '../core/escape-html';
import { messagesByLanguage } from '../messages/messages';
import { readVisitorLanguage } from '../messages/visitor-language';

interface PageRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Headers;
}

interface PageOptions {
  /** Customers see no brand, because the partner's is in the database. */
  audience: 'staff' | 'customer';
  publicOrigin: string;
  frameAncestors: readonly string[];
  requestId: string;
}

interface OutageMessages {
  lang: string;
  dir: 'ltr' | 'rtl';
  title: string;
  text: string;
  /** After a form, which may have been saved. */
  textAfterForm: string;
  button: string;
  reference: string;
}

const staffMessages = {
  lang: 'en',
  dir: 'ltr',
  title: 'The database is not available',
  text: 'Nothing was changed. Try again in a few seconds.',
  textAfterForm: 'Open the page again to see whether your change was saved.',
  button: 'Try again',
} as const;

const style = `
:root{color-scheme:light dark;--canvas:#fff;--ink:#14191d;--ink-2:#4a555e;--fill:#0a567d;--on-fill:#fff}
@media(prefers-color-scheme:dark){:root{--canvas:#0e1114;--ink:#eef1f3;--ink-2:#b3bcc3;--fill:#56a4cd;--on-fill:#04161f}}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:28rem;margin:0 auto;padding:20vh 24px 64px}
h1{font-size:22px;line-height:1.3;margin:0 0 8px}
p{margin:0 0 24px;color:var(--ink-2)}
a{display:inline-block;padding:10px 16px;border-radius:6px;background:var(--fill);color:var(--on-fill);text-decoration:none}
.reference{margin:32px 0 0;font-size:12px;user-select:all}
a:focus-visible{outline:2px solid var(--fill);outline-offset:2px}`;

/** Needs neither the database nor scripts, and reloads nothing by itself. */
export function outagePage(request: PageRequest, options: PageOptions): OutageResponse {
  const { audience, publicOrigin, frameAncestors, requestId } = options;
  const { lang, dir, ...messages }: OutageMessages =
    audience === 'customer'
      ? customerMessages(request, requestId)
      : { ...staffMessages, reference: `Reference: ${requestId}` };
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const href = isRead ? request.path : formPage(request.headers, publicOrigin);
  const nonce = randomBytes(16).toString('base64');
  const body =
    `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(messages.title)}</title>` +
    `<style nonce="${nonce}">${style}</style></head><body><main><h1>${escapeHtml(messages.title)}</h1>` +
    `<p>${escapeHtml(isRead ? messages.text : messages.textAfterForm)}</p>` +
    `<a href="${escapeHtml(href)}">${escapeHtml(messages.button)}</a>` +
    `<p class="reference">${escapeHtml(messages.reference)}</p></main></body></html>`;
  return {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
      'content-security-policy': contentSecurityPolicy({
        nonce,
        frameAncestors: audience === 'customer' ? frameAncestors : [],
        secure: publicOrigin.startsWith('https:'),
        development: false,
      }),
    },
    body,
  };
}

/** The page whose form was sent. Our pages send a referrer to our own origin only. */
function formPage(headers: Headers, publicOrigin: string): string {
  const referrer = headers.get('referer') ?? '';
  if (!URL.canParse(referrer)) return '/';
  const { origin, pathname, search } = new URL(referrer);
  // A path such as `//evil.example` would be another host.
  return origin === publicOrigin && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}

/** Texts as shipped: the partner's own are in the database. */
function customerMessages({ path, headers }: PageRequest, requestId: string): OutageMessages {
  const { language, dir, t } = messagesByLanguage[readVisitorLanguage({ path, headers })];
  return {
    lang: language,
    dir,
    title: t('outage.title'),
    text: t('outage.text'),
    textAfterForm: t('outage.textAfterForm'),
    button: t('outage.button'),
    reference: t('unexpectedError.request', { id: requestId }),
  };
}
