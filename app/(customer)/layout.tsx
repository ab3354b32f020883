import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { brandIcon } from '@/lib/contract/brand-icon';
import { pathHeader } from '@/lib/http/sign-in-href';
import { messagesFor } from '@/lib/messages/brand-messages';
import { readVisitorLanguage } from '@/lib/messages/visitor-language';
import { readPageBranding } from './read-page-branding';

/** Customer pages show the partner's brand only, even in the title and its icon. */
export async function generateMetadata(): Promise<Metadata> {
  const [{ branding }, head] = await Promise.all([readPageBranding(), headers()]);
  const { t } = messagesFor(branding, readVisitorLanguage({ path: head.get(pathHeader) ?? '/', headers: head }));
  return {
    title: { absolute: t('documentTitle', { partner: branding.partnerName }) },
    icons: { icon: brandIcon(branding) },
    referrer: 'same-origin',
  };
}

export default function CustomerLayout({ children }: { children: ReactNode }) {
  return children;
}
