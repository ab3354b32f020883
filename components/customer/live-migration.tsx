'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { watchVersion, type WatchedPage } from './watch-version';

/** Shows what changed while the page is open. Text that was typed stays: then the reader decides when to update. */
export function LiveMigration({
  link,
  version,
  everyMs,
  heading,
  labels,
}: {
  link: string;
  version: string;
  everyMs: number;
  /** What the page says now. */
  heading: string;
  labels: { updated: string; news: string; show: string };
}) {
  const router = useRouter();
  const [first] = useState(heading);
  const [waiting, setWaiting] = useState<string | null>(null);
  useEffect(
    () =>
      watchVersion(pageOf(link), version, everyMs, () => {
        if (hasTypedText()) setWaiting(version);
        else router.refresh();
      }),
    [link, version, everyMs, router],
  );
  return (
    <>
      <p role="status" className="sr-only">
        {heading === first ? '' : labels.updated}
      </p>
      {waiting === version && (
        <div
          role="status"
          className="fixed inset-x-4 bottom-4 z-10 mx-auto flex max-w-[480px] items-center gap-4 rounded-tile bg-overlay p-3 ps-4 text-15 shadow-lift"
        >
          <span className="flex-1">{labels.news}</span>
          <button
            type="button"
            onClick={() => router.refresh()}
            className="min-h-11 cursor-pointer rounded-tile border border-line-strong px-4 font-strong hover:bg-hover"
          >
            {labels.show}
          </button>
        </div>
      )}
    </>
  );
}

const pageOf = (link: string): WatchedPage => ({
  readVersion: async () => {
    const response = await fetch(`/api/m/${encodeURIComponent(link)}/version`, { cache: 'no-store' });
    if (response.status === 404) return null;
    const body: unknown = response.ok ? await response.json() : null;
    if (typeof body !== 'object' || body === null || !('version' in body)) throw new Error('no version');
    return String(body.version);
  },
  isAwake: () => document.visibilityState === 'visible' && navigator.onLine,
  onWake: (wake) => {
    const stopped = new AbortController();
    document.addEventListener('visibilitychange', wake, stopped);
    window.addEventListener('online', wake, stopped);
    window.addEventListener('offline', wake, stopped);
    return () => stopped.abort();
  },
  now: () => performance.now(),
});

function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main textarea, main input:not([type=hidden])',
  );
  return [...fields].some((field) => field.value !== field.defaultValue);
}
