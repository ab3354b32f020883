import { type PageRow, pageMatrix } from './access-matrix';

/** Shown below the addresses of customers where there is no page. */
export const customerNotFoundPath = pageMatrix['not-found'].path;

/** Customers have links instead of accounts. */
export function isCustomerPath(pathname: string): boolean {
  return /^\/(start|m|full-migration|confirm|unsubscribe|trouble)(\/|$)/.test(pathname);
}

const pages: readonly PageRow[] = Object.values(pageMatrix);
const customerPages = pages
  .filter(({ auth, path }) => auth === 'customer' && path !== customerNotFoundPath)
  .map(({ path }) => new RegExp(`^${path.replaceAll(/\[\w+\]/g, '[^/]+')}$`));

export function hasCustomerPage(pathname: string): boolean {
  return customerPages.some((page) => page.test(pathname));
}

/** Customer pages with sample data, framed by a settings page. */
export function isPreviewPath(pathname: string): boolean {
  return pathname === '/settings/branding/preview';
}
