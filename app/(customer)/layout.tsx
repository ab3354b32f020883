import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { brandIcon } from '@/lib/contract/brand-icon';
import { pathHeader } from '@/lib/http/sign-in-href';
import { messagesByLanguage } from '@/lib/messages/messages';
import { readVisitorLanguage } from '@/lib/messages/visitor-language';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';

/** Customer pages show the partner's brand only, even in the title. */
export async function generateMetadata(): Promise<Metadata> {
  const [landfall, head] = await Promise.all([getLandfall(), headers()]);
  const { branding } = await readBranding(landfall.database.db);
  const language = readVisitorLanguage({ path: head.get(pathHeader) ?? '/', headers: head });
  return {
    title: { absolute: messagesByLanguage[language].t('documentTitle', { partner: branding.partnerName }) },
    icons: { icon: brandIcon(branding) },
    referrer: 'same-origin',
  };
}

export default function CustomerLayout({ children }: { children: ReactNode }) {
  return children;
}
