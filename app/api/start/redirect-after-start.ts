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
  },
): Response {
  const withQuery = (path: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...(options.language && { lang: options.language }), ...more }).toString();
    return query === '' ? path : `${path}?${query}`;
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
      return redirectResponse(withQuery(`/m/${started.migrationToken}/go`), headers);
    }
    case 'back':
      return redirectResponse(withQuery(options.page, { attempt: started.attempt }));
    case 'missing':
      return redirectResponse(withQuery(options.page, { missing: started.field }));
    case 'busy':
      return redirectResponse(withQuery(options.page, { busy: '1' }));
    case 'page':
      return redirectResponse(withQuery(options.page));
  }
}
