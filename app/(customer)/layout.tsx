import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { brandIcon } from '@/lib/contract/brand-icon';
import { pathHeader } from '@/lib/http/sign-in-href';
import { chooseLanguage } from '@/lib/messages/choose-language';
import { messagesByLanguage } from '@/lib/messages/messages';
import { getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';

/** Customer pages show the partner's brand only, even in the title. */
export async function generateMetadata(): Promise<Metadata> {
  const [landfall, head] = await Promise.all([getLandfall(), headers()]);
  const { branding } = await readBranding(landfall.database.db);
  const { searchParams } = new URL(head.get(pathHeader) ?? '/', landfall.settings.publicOrigin);
  const language = chooseLanguage({
    chosen: searchParams.get('lang') ?? undefined,
    acceptLanguage: head.get('accept-language'),
  });
  return {
    title: { absolute: messagesByLanguage[language].t('documentTitle', { partner: branding.partnerName }) },
    icons: { icon: brandIcon(branding) },
    referrer: 'same-origin',
  };
}

export default function CustomerLayout({ children }: { children: ReactNode }) {
  return children;
}
