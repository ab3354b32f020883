import type { ToolSearchFields } from '@/lib/contract/start';
import { redirectToPage } from './redirect-to-page';

/** Enter may be pressed in any field. It means a search if the query differs from that of the page. */
export function isToolSearch({ q, search, searched }: ToolSearchFields): boolean {
  return search !== undefined || (searched !== undefined && q.trim() !== searched.trim());
}

/** To the page of the form, with the tools that were searched for and what was typed. */
export function redirectToSearch(
  page: string,
  { q, search, kept }: ToolSearchFields,
  typed: { id: string; cookie: string },
  fragment = '',
): Response {
  const params = { ...Object.fromEntries(new URLSearchParams(kept)), ...(search === 'all' ? { all: '1' } : { q }) };
  return redirectToPage(page, { language: null, params, typed, fragment });
}
