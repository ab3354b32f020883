'use client';

import { useState, useSyncExternalStore } from 'react';
import { Icon } from '../ui/icon';
import { PlainButton } from './brand-button';

type State = 'copy' | 'copied' | 'failed';

/** Without script there is nothing to copy with, so there is no button. */
export function CopyLink({ path, labels }: { path: string; labels: Record<State, string> }) {
  const [state, setState] = useState<State>('copy');
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  if (!isHydrated) return null;
  const copy = () =>
    navigator.clipboard.writeText(new URL(path, location.origin).href).then(
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
        {state === 'copy' ? '' : labels[state]}
      </span>
    </>
  );
}
