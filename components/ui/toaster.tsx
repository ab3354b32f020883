'use client';

import { useSyncExternalStore } from 'react';
import { Button } from './button';
import { cx } from './cx';
import { Icon } from './icon';
import { toasterLabels } from './labels';
import { RequestId } from './request-id';
import { currentToasts, dismissToast, subscribeToToasts, type Toast } from './toast-store';

const noToasts: readonly Toast[] = [];

const toneStyles = {
  info: { icon: 'info', colour: 'text-accent' },
  done: { icon: 'check', colour: 'text-done' },
  error: { icon: 'warning', colour: 'text-unkn' },
} as const;

/** Always rendered, because screen readers announce only changes to an existing region. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => noToasts);
  return (
    <div
      role="region"
      aria-label={toasterLabels.region}
      aria-live="polite"
      aria-relevant="additions"
      className="pointer-events-none fixed end-6 bottom-6 z-30 grid w-80 max-w-[calc(100vw-32px)] gap-2 max-md:end-4 max-md:bottom-20"
    >
      {toasts.map((entry) => (
        <div
          key={entry.id}
          className={cx(
            'pointer-events-auto flex animate-rise items-start gap-2.5 rounded-3 bg-overlay py-2 ps-3 pe-2 text-13 shadow-lift',
            entry.tone === 'error' && 'border border-unkn-line',
          )}
        >
          <Icon name={toneStyles[entry.tone].icon} className={cx('mt-1.5', toneStyles[entry.tone].colour)} />
          <div className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]">
            <b>{entry.title}</b>
            {entry.detail !== undefined && <p className="text-ink-2">{entry.detail}</p>}
            {entry.requestId !== undefined && (
              <p className="mt-1">
                <RequestId id={entry.requestId} />
              </p>
            )}
            {entry.action !== undefined && (
              <Button
                size="sm"
                className="mt-2"
                onClick={() => {
                  entry.action?.run();
                  dismissToast(entry.id);
                }}
              >
                {entry.action.label}
              </Button>
            )}
          </div>
          <Button variant="ghost" size="sm" icon="x" iconOnly onClick={() => dismissToast(entry.id)}>
            {toasterLabels.dismiss}
          </Button>
        </div>
      ))}
    </div>
  );
}
