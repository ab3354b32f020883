'use client';

import { useState } from 'react';
import { Icon } from '../ui/icon';
import { useHydrated } from '../ui/use-hydrated';
import { PlainButton } from './brand-button';

type State = 'copy' | 'copied' | 'failed';

/** Without script there is nothing to copy with, so there is no button. Where copying fails, the link is shown. */
export function CopyLink({ path, labels }: { path: string; labels: Record<State, string> }) {
  const [state, setState] = useState<State>('copy');
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const href = `${location.origin}${path}`;
  if (state === 'failed') {
    return (
      <label className="w-full max-w-[480px] text-14">
        {labels.failed}
        {/* With the focus, so that screen readers say it. */}
        <input
          readOnly
          autoFocus
          dir="ltr"
          defaultValue={href}
          onFocus={(event) => event.target.select()}
          className="mt-1 h-12 w-full rounded-tile border border-control bg-canvas px-4"
        />
      </label>
    );
  }
  const copy = () =>
    navigator.clipboard.writeText(href).then(
      () => setState('copied'),
      // No permission or no secure context.
      () => setState('failed'),
    );
  return (
    <>
      {/* `clipboard` is missing without a secure context. */}
      <PlainButton type="button" onClick={() => ('clipboard' in navigator ? copy() : setState('failed'))}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} size={16} />
        {labels[state]}
      </PlainButton>
      <span role="status" className="sr-only">
        {state === 'copied' && labels.copied}
      </span>
    </>
  );
}
