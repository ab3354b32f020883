import { redirect } from 'next/navigation';
import { type SearchParams, singleParam } from '@/components/customer/render-customer-page';
import { embedParam, eventParam } from '@/lib/contract/embed';

/**
 * To another customer page, in the language of the address, and embedded if this page is. The request of a frame's first page
 * names no page before it, from which `create-page-preparer.ts` would take the latter.
 */
export function redirectCustomer(path: string, params: SearchParams): never {
  const kept = ['lang', embedParam, eventParam].flatMap((name) => {
    const value = singleParam(params[name]);
    return value === undefined ? [] : [[name, value]];
  });
  redirect(kept.length === 0 ? path : `${path}?${new URLSearchParams(kept).toString()}`);
}
