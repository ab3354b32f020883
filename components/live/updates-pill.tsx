'use client';

import { useLive } from '@/lib/query/use-live';
import { Icon } from '../ui/icon';
import { useEnvironment } from '../ui/use-environment';
import { updatesLabels } from './labels';

/** Lists do not move under the reader: they offer the updates instead. */
export function UpdatesPill() {
  const { pending, showPending, state } = useLive(useEnvironment());
  const shown = pending > 0 && state !== 'paused';
  return (
    <>
      {/* Always rendered, so that screen readers announce changes. */}
      <span role="status" className="sr-only">
        {shown ? updatesLabels.announced(pending) : ''}
      </span>
      {shown && (
        <button
          type="button"
          onClick={showPending}
          className="absolute start-1/2 top-0.5 z-3 inline-flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full bg-ink ps-2.5 pe-3 text-12 font-strong whitespace-nowrap text-canvas shadow-lift max-md:fixed max-md:top-auto max-md:bottom-19 max-md:h-10 max-md:px-4"
        >
          <Icon name="up" size={12} />
          {updatesLabels.show(pending)}
        </button>
      )}
    </>
  );
}
