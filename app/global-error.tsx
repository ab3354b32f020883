'use client';

import { CrashPage } from '@/components/shell/crash-page';
import './globals.css';

/** The last resort, when the root layout itself broke: it brings its own document, and the system's typeface. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>This page could not be shown, Landfall</title>
      </head>
      <body>
        <CrashPage error={error} retry={retry} />
      </body>
    </html>
  );
}
