'use client';

import { buttonClasses } from '@/components/ui/button-classes';
import './globals.css';

/** Replaces the root layout when that fails, so it needs its own document. Every page loads it, so it has little. */
export default function GlobalError({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>This page could not be shown, Landfall</title>
      </head>
      <body>
        <main className="mx-auto max-w-md px-6 py-16">
          <h1>This page could not be shown</h1>
          <p className="mt-2 mb-6">Something went wrong on our side. What was saved stays saved.</p>
          <button type="button" className={buttonClasses({ variant: 'primary' })} onClick={retry}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
