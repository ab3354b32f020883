import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { pathHeader } from '@/lib/http/sign-in-href';
import { messagesByLanguage } from '@/lib/messages/messages';
import { readVisitorLanguage } from '@/lib/messages/visitor-language';

/** Customer pages show the partner's brand only, even in the title. */
export async function readCustomerMetadata(): Promise<Metadata> {
  const head = await headers();
  const language = readVisitorLanguage({ path: head.get(pathHeader) ?? '/', headers: head });
  return { title: { absolute: messagesByLanguage[language].t('migration.title') }, referrer: 'same-origin' };
}
