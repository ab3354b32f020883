import { type PageId, type PageRow, pageMatrix } from './access-matrix';

/** Shown below the addresses of customers where there is no page. */
export const customerNotFoundPath = pageMatrix['not-found'].path;

/** Everything but the API and files. */
export function isPagePath(pathname: string): boolean {
  return !/^\/(api(\/|$)|_next\/|\.well-known\/|(embed\.js|icon\.svg|favicon\.ico|manifest\.webmanifest|robots\.txt)$)/.test(
    pathname,
  );
}

/** Customers have links instead of accounts. */
export function isCustomerPath(pathname: string): boolean {
  return /^\/(start|m|full-migration|confirm|unsubscribe|trouble)(\/|$)/.test(pathname);
}

const pageIds = Object.keys(pageMatrix) as PageId[];
/** Pages without parameters first. The page for every other address is not among them. */
const pages = pageIds
  .filter((id) => id !== 'unknown')
  .toSorted((a, b) => Number(pageMatrix[a].path.includes('[')) - Number(pageMatrix[b].path.includes('[')))
  .map((id) => ({ id, pattern: new RegExp(`^${pageMatrix[id].path.replaceAll(/\[\w+\]/g, '[^/]+')}$`) }));

export function findPage(pathname: string): PageId | undefined {
  return pages.find(({ pattern }) => pattern.test(pathname))?.id;
}

export function hasCustomerPage(pathname: string): boolean {
  const id = findPage(pathname);
  const row: PageRow | undefined = id && pageMatrix[id];
  return row?.auth === 'customer' && row.path !== customerNotFoundPath;
}

/** Customer pages with sample data, framed by a settings page. */
export function isPreviewPath(pathname: string): boolean {
  return pathname === '/settings/branding/preview';
}
