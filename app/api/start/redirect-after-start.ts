import type { Language } from '@/lib/contract/start';
import { redirectResponse } from '@/lib/http/redirect-response';
import { migrationCookieHeader } from '@/lib/start/migration-link';
import type { StartResult } from '@/lib/start/start-migration';

/** Where a customer's browser goes after a form of the start pages: always on by GET. */
export function redirectAfterStart(
  started: StartResult,
  options: {
    /** The page the form stood on. */
    page: string;
    language: Language | undefined;
    publicOrigin: string;
    /** In open mode there is no link to come back with. */
    remember: boolean;
  },
): Response {
  const to = (path: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...(options.language && { lang: options.language }), ...more }).toString();
    return query === '' ? path : `${path}?${query}`;
  };
  switch (started.kind) {
    case 'leave': {
      const headers = new Headers();
      if (options.remember) {
        headers.append('set-cookie', migrationCookieHeader(started.migrationToken, options.publicOrigin));
      }
      return redirectResponse(to(`/m/${started.migrationToken}/go`), headers);
    }
    case 'back':
      return redirectResponse(to(options.page, { attempt: started.attempt }));
    case 'missing':
      return redirectResponse(to(options.page, { missing: started.field }));
    case 'busy':
      return redirectResponse(to(options.page, { busy: '1' }));
    case 'page':
      return redirectResponse(to(options.page));
  }
}
