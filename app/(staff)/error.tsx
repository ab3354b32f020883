'use client';

import { buttonClasses } from '@/components/ui/button-classes';

/** The layout stays, so that the navigation still works. Every page loads it, so it has little. */
export default function StaffError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="[grid-area:main]">
      <div role="alert" className="mx-auto max-w-md px-4 py-16 text-center">
        <h1>This page could not be shown</h1>
        <p className="mt-1 mb-4 text-13 text-ink-2">
          Something went wrong on our side. Nothing you did is lost: what was saved stays saved, and nothing is sent
          twice.
        </p>
        <button type="button" className={buttonClasses({ variant: 'primary' })} onClick={retry}>
          Try again
        </button>
        {error.digest !== undefined && (
          <p className="mt-6 text-12 text-meta">
            Request <span className="mono select-all">{error.digest}</span>
          </p>
        )}
      </div>
    </main>
  );
}
