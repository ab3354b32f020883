'use client';

import { useQueueCount } from '@/lib/query/use-queue-count';
import { useEnvironment } from '../ui/use-environment';
import { navLabels } from './labels';

/** How many requests wait for staff in the environment of the URL. */
export function QueueBadge() {
  const { waiting } = useQueueCount(useEnvironment()).data;
  if (waiting === 0) return null;
  return (
    <>
      <span
        aria-hidden
        className="absolute -end-px top-px h-4 min-w-4 rounded-full bg-accent-fill px-1 text-center text-10 font-strong text-on-accent ring-2 ring-sunken max-md:start-1/2 max-md:end-auto max-md:top-1.5 max-md:ms-1 rail-wide:static rail-wide:ms-auto rail-wide:ring-0"
      >
        {waiting > 99 ? '99+' : waiting}
      </span>
      <span className="sr-only">{navLabels.waiting(waiting)}</span>
    </>
  );
}
