import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { isZone } from '@/components/ui/format-instant';
import { HydrationMarker } from '@/components/ui/hydration-marker';
import { preferredLocale } from '@/components/ui/preferred-locale';
import { readPreference } from '@/components/ui/preference-cookie';
import { readTheme } from '@/components/ui/theme';
import { ViewerProvider } from '@/components/ui/viewer';
import './globals.css';

const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-inter',
  weight: '100 900',
  display: 'swap',
});

// For customer names beyond basic Latin, loaded only when needed. Without its own fallback, which would come before the
// main face.
const interExt = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  variable: '--font-inter-ext',
  weight: '100 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
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
  const { theme, ...viewer } = await readViewer();
  return (
    <html
      lang="en"
      className={`${inter.variable} ${interExt.variable}`}
      {...(theme !== 'system' && { 'data-theme': theme })}
      // The theme switch changes this attribute in the browser.
      suppressHydrationWarning
    >
      <body>
        <ViewerProvider {...viewer}>
          {children}
          <HydrationMarker />
        </ViewerProvider>
      </body>
    </html>
  );
}

/** Untrusted; only affects how the page looks. */
async function readViewer() {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const zone = readPreference(jar, 'zone') ?? 'UTC';
  return {
    theme: readTheme(readPreference(jar, 'theme')),
    renderedAt: Date.now(),
    zone: isZone(zone) ? zone : 'UTC',
    locale: preferredLocale(head.get('accept-language')),
  };
}
