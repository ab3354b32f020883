import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { isZone } from '@/components/ui/format-instant';
import { CrashTextsProvider } from '@/components/shell/crash-page';
import { HydrationMarker } from '@/components/ui/hydration-marker';
import { preferredLocale } from '@/components/ui/preferred-locale';
import { readPreference } from '@/components/ui/preference-cookie';
import { readTheme } from '@/components/ui/theme';
import { ViewerProvider } from '@/components/ui/viewer';
import { embedScheme } from '@/lib/contract/embed-css';
import { parseEmbed } from '@/lib/contract/embed';
import { readEmbedHeaders } from '@/lib/contract/embed-headers';
import { splitHref } from '@/lib/contract/split-href';
import { isCustomerPath, isPreviewPath } from '@/lib/http/is-customer-path';
import { pathHeader } from '@/lib/http/sign-in-href';
import { type Messages, messagesByLanguage } from '@/lib/messages/messages';
import { readVisitorLanguage } from '@/lib/messages/visitor-language';
import './globals.css';

// Made by `npm run font`. The other characters of Inter are in the files that globals.css names.
const inter = localFont({
  src: './fonts/inter.woff2',
  variable: '--font-inter',
  weight: '400 560',
  // Preloaded, so that it is there in time; a page that had to start without it does not move when it arrives.
  display: 'optional',
  // globals.css has the fallback, which comes after the other files.
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0020-007E, U+00A0-00A1, U+00A7, U+00A9-00AB, U+00B7, U+00BA-00BB, U+00BF-00FF, U+0152-0153, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+202F, U+20AC, U+2212',
    },
  ],
});

/** Rendering at build time would open the database of the build machine. */
export const dynamic = 'force-dynamic';

export const metadata: Metadata = {
  title: { default: 'Landfall', template: '%s, Landfall' },
  description: 'Move customers in from other tools: look up, follow, sponsor and start migrations.',
  robots: { index: false, follow: false },
  icons: {
    icon: [
      { url: '/favicon.ico', sizes: 'any' },
      { url: '/icon.svg', type: 'image/svg+xml' },
    ],
  },
  formatDetection: { telephone: false, email: false, address: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#0e1114' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { theme, customer, ...viewer } = await readViewer();
  return (
    <html
      lang={customer?.language ?? 'en'}
      dir={customer?.dir ?? 'ltr'}
      className={inter.variable}
      {...(theme !== 'system' && { 'data-theme': theme })}
      // The theme switch changes this attribute in the browser.
      suppressHydrationWarning
    >
      <body>
        <ViewerProvider {...viewer}>
          <CrashTextsProvider texts={customer && crashTexts(customer)}>
            {children}
            <HydrationMarker />
          </CrashTextsProvider>
        </ViewerProvider>
      </body>
    </html>
  );
}

/** For a crash in the browser. As shipped, because the partner's own texts are in the database. */
function crashTexts({ t }: Messages) {
  return {
    title: t('unexpectedError.title'),
    text: t('unexpectedError.text'),
    retry: t('serviceUnavailable.tryAgain'),
  };
}

/** Untrusted; only affects how the page looks. */
async function readViewer() {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const zone = readPreference(jar, 'zone') ?? 'UTC';
  const path = head.get(pathHeader) ?? '/';
  const { path: pathname, query } = splitHref(path);
  const isPreview = isPreviewPath(pathname);
  return {
    // Staff pages are in English.
    customer:
      isPreview || isCustomerPath(pathname) ? messagesByLanguage[readVisitorLanguage({ path, headers: head })] : null,
    theme: readEmbeddedScheme(head) ?? readTheme(isPreview ? (query.get('theme') ?? '') : readPreference(jar, 'theme')),
    renderedAt: Date.now(),
    zone: isZone(zone) ? zone : 'UTC',
    locale: preferredLocale(head.get('accept-language')),
  };
}

/** A page inside the partner's product looks like it, whatever its reader chose for other pages. */
function readEmbeddedScheme(head: Headers) {
  const { embed } = readEmbedHeaders(head);
  return embed === null ? null : embedScheme(parseEmbed(embed).theme);
}
