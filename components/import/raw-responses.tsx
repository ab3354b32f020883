'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Environment } from '@/lib/contract/environment';
import { Icon } from '../ui/icon';
import { Skeleton } from '../ui/skeleton';

const RawResponseList = dynamic(() => import('./raw-response-list').then((module) => module.RawResponseList), {
  ssr: false,
  loading: () => <Skeleton className="mt-3 h-24 w-full" />,
});

/** The service's answers as they came, for the curious; fetched when opened. What looks like a secret is hidden. */
export function RawResponses({ environment, importId }: { environment: Environment; importId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="border-t pt-4">
      <details className="group/raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex list-none items-center gap-2 rounded-1 text-13 max-md:min-h-10 [&::-webkit-details-marker]:hidden">
          <Icon name="right" size={12} className="transition-transform group-open/raw:rotate-90 rtl:-scale-x-100" />
          Raw answers of the service
          <span className="ms-auto text-12 text-meta">secrets hidden</span>
        </summary>
        {open && <RawResponseList environment={environment} importId={importId} />}
      </details>
    </section>
  );
}
