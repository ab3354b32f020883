/** Customers have links instead of accounts. */
export function isCustomerPath(pathname: string): boolean {
  return /^\/(start|m|full-migration|confirm|unsubscribe|trouble)(\/|$)/.test(pathname);
}

/** Customer pages with sample data, framed by a settings page. */
export function isPreviewPath(pathname: string): boolean {
  return pathname === '/settings/branding/preview';
}
