/** Customers have links instead of accounts. */
export function isCustomerPath(pathname: string): boolean {
  return /^\/(start|m|full-migration|confirm|unsubscribe|trouble)(\/|$)/.test(pathname);
}
