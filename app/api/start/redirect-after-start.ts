import type { Language } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { migrationCookieHeader } from '@/lib/start/customer-cookies';
import type { StartResult } from '@/lib/start/start-migration';

/** Always redirects to a GET. */
export function redirectAfterStart(
  started: StartResult,
  options: {
    /** The page with the form. */
    page: string;
    language: Language | undefined;
    publicOrigin: string;
    /** Of the request. */
    headers: Headers;
    /** Open mode: a cookie replaces the link. */
    remember: boolean;
    /** Keeps what was typed, for a form that is shown again. */
    keepTyped?: () => { id: string; cookie: string };
  },
): Response {
  const withQuery = (path: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...(options.language && { lang: options.language }), ...more }).toString();
    return query === '' ? path : `${path}?${query}`;
  };
  const showAgain = (more: Record<string, string>) => {
    const typed = options.keepTyped?.();
    const headers = new Headers(typed && { 'set-cookie': typed.cookie });
    return redirectResponse(withQuery(options.page, { ...more, ...(typed && { form: typed.id }) }), headers);
  };
  switch (started.kind) {
    case 'leave': {
      const headers = new Headers();
      if (options.remember) {
        headers.append(
          'set-cookie',
          migrationCookieHeader(started.migrationToken, options.headers, options.publicOrigin),
        );
      }
      // The page says where the customer goes and how to come back.
      return redirectResponse(withQuery(`/m/${started.migrationToken}/go`, { ready: '1' }), headers);
    }
    case 'back':
      return redirectResponse(withQuery(options.page, { attempt: started.attempt }));
    case 'missing':
      return showAgain({ missing: started.fields.join(',') });
    case 'busy':
      return showAgain({ busy: '1' });
    case 'page':
      return redirectResponse(withQuery(options.page));
  }
}
