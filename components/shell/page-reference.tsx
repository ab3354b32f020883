'use client';

import { CopyButton } from '../ui/copy-button';
import { problemLabels } from '../ui/labels';
import { useRequestId } from './use-request-id';

/** For someone who asks why they do not see the page. */
export function PageReference() {
  const id = useRequestId();
  if (id === undefined) return null;
  return (
    <p className="mt-8 flex flex-wrap items-center gap-1.5 text-12 text-meta">
      {problemLabels.reference}
      <span className="mono text-ink-2 select-all">{id}</span>
      <CopyButton text={id} label={problemLabels.copyReference} />
    </p>
  );
}
