/** Customers have links instead of accounts. */
export function isCustomerPath(pathname: string): boolean {
  return /^\/(start|m|full-migration|trouble)(\/|$)/.test(pathname);
}
