'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Environment } from '@/lib/contract/environment';
import { Disclosure } from '../ui/disclosure';
import { Skeleton } from '../ui/skeleton';

const RawResponseList = dynamic(() => import('./raw-response-list').then((module) => module.RawResponseList), {
  ssr: false,
  loading: () => <Skeleton className="h-24 w-full" />,
});

export function RawResponses({ environment, importId }: { environment: Environment; importId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="border-t pt-4">
      <Disclosure
        summary="Raw answers of the service"
        meta="secrets hidden"
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        {open && <RawResponseList environment={environment} importId={importId} />}
      </Disclosure>
    </section>
  );
}
