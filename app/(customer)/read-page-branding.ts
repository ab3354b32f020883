import { headers } from 'next/headers';
import { cache } from 'react';
import { pathHeader } from '@/lib/http/sign-in-href';
import { readVisitorLanguage } from '@/lib/messages/visitor-language';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';

/** With the texts of the visitor's language only. Read once per request, for the page and its metadata. */
export const readPageBranding = cache(async () => {
  const [landfall, head] = await Promise.all([getLandfall(), headers()]);
  const path = head.get(pathHeader);
  const textsIn = path === null ? undefined : [readVisitorLanguage({ path, headers: head })];
  return readBranding(landfall.database.db, textsIn);
});
