/** Set by `create-page-preparer.ts`, because a page does not know its own path. */
export const pathHeader = 'x-landfall-path';

export function signInHref(path: string): string {
  const inside = /^\/(?![/\\])/.test(path) && !/[\\\u0000-\u001f]/.test(path) ? path : '/';
  return inside === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(inside)}`;
}

/** Where a session adds or uses the passkey that its role needs. */
export function passkeyHref(path: string): string {
  return `/account/passkey?${new URLSearchParams({ callbackUrl: path })}`;
}
