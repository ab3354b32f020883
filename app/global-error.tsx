'use client';

import { CrashPage } from '@/components/shell/crash-page';
import { crashLabels } from '@/components/shell/crash-labels';
import './globals.css';

/** Replaces the root layout when that fails, so it needs its own document. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>{crashLabels.documentTitle}</title>
      </head>
      <body>
        <CrashPage error={error} retry={retry} />
      </body>
    </html>
  );
}
