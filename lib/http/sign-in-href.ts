/** Where the page stands, told to it by proxy.ts: a page does not know its own address. */
export const pathHeader = 'x-landfall-path';

/** Comes back to where somebody was going; a path of ours and nothing else. */
export function signInHref(path: string): string {
  const inside = /^\/(?![/\\])/.test(path) && !/[\\\u0000-\u001f]/.test(path) ? path : '/';
  return inside === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(inside)}`;
}
