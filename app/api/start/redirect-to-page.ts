import type { Language } from '@/lib/contract/languages';
import { redirectResponse } from '@/lib/http/redirect-response';

interface PageOptions {
  language: Language | null | undefined;
  params?: Record<string, string>;
  /** What was typed, for a form that is shown again. */
  typed?: { id: string; cookie: string } | undefined;
  fragment?: string;
}

/** To the page that shows the result of a form, in the language of the form. */
export function redirectToPage(path: string, { language, params, typed, fragment = '' }: PageOptions): Response {
  const query = new URLSearchParams({
    ...(language && { lang: language }),
    ...params,
    ...(typed && { form: typed.id }),
  }).toString();
  return redirectResponse(
    `${path}${query === '' ? '' : `?${query}`}${fragment}`,
    new Headers(typed && { 'set-cookie': typed.cookie }),
  );
}
