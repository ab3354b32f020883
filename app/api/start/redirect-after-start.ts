import { eventParam } from '@/lib/contract/embed';
import type { Language } from '@/lib/contract/languages';
import { migrationCookieHeader } from '@/lib/start/customer-cookies';
import type { StartResult } from '@/lib/start/start-migration';
import { redirectToPage } from './redirect-to-page';

/** Always redirects to a GET. */
export function redirectAfterStart(
  started: StartResult,
  options: {
    /** The page with the form. */
    page: string;
    language: Language | undefined;
    publicOrigin: string;
    requestHeaders: Headers;
    /** Keeps what was typed, for a form that is shown again. */
    keepTyped?: () => { id: string; cookie: string };
  },
): Response {
  const { page, language, keepTyped } = options;
  switch (started.kind) {
    case 'leave': {
      // The page says where the customer goes and how to come back.
      const params = { ready: '1', [eventParam]: 'started' };
      const response = redirectToPage(`/m/${started.migrationToken}/go`, { language, params });
      const remembered = { token: started.migrationToken, hasLink: started.hasLink };
      response.headers.append(
        'set-cookie',
        migrationCookieHeader(remembered, options.requestHeaders, options.publicOrigin),
      );
      return response;
    }
    case 'back':
      return redirectToPage(page, { language, params: { attempt: started.attempt }, typed: keepTyped?.() });
    case 'missing':
      return redirectToPage(page, { language, params: { missing: started.fields.join(',') }, typed: keepTyped?.() });
    case 'busy':
      return redirectToPage(page, { language, params: { busy: '1' }, typed: keepTyped?.() });
    case 'page':
      return redirectToPage(page, { language });
  }
}
