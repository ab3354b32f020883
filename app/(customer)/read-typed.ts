import { cookies } from 'next/headers';
import { type SearchParams, singleParam } from '@/components/customer/render-customer-page';
import { getLandfall } from '@/lib/server';
import { readTypedForm, typedFormCookie } from '@/lib/start/typed-form';

/** What was typed into the form that the page shows again. */
export async function readTyped(params: SearchParams) {
  const [{ start }, jar] = await Promise.all([getLandfall(), cookies()]);
  return readTypedForm(start, {
    id: singleParam(params['form']),
    cookie: jar.get(typedFormCookie(start.publicOrigin))?.value,
  });
}
