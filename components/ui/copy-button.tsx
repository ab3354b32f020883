'use client';

import { useEffect, useState } from 'react';
import { Button } from './button';
import type { ButtonStyle } from './button-classes';
import { cx } from './cx';
import { copyLabels } from './labels';

/** An icon button named `label`, or with `showLabel` a button with that text. */
export function CopyButton({
  text,
  label,
  showLabel = false,
  size = 'sm',
}: {
  text: string;
  label: string;
  showLabel?: boolean;
  size?: ButtonStyle['size'];
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // No permission or no secure context: the text can still be selected.
      setState('failed');
    }
  }

  const message = state === 'idle' ? '' : copyLabels[state];
  return (
    <>
      <Button
        variant={showLabel ? 'secondary' : 'ghost'}
        size={size}
        icon={state === 'copied' ? 'check' : state === 'failed' ? 'warning' : 'copy'}
        iconOnly={!showLabel}
        onClick={copy}
        data-tip={showLabel ? undefined : message || label}
      >
        {showLabel ? <SteadyLabel label={label} copied={state === 'copied'} /> : label}
      </Button>
      <span role="status" className="sr-only">
        {message}
      </span>
    </>
  );
}

/** Both texts take their space, so that what is beside the button does not move. */
function SteadyLabel({ label, copied }: { label: string; copied: boolean }) {
  return (
    <span className="grid *:[grid-area:1/1]">
      <span className={cx(copied && 'invisible')}>{label}</span>
      <span className={cx(!copied && 'invisible')}>{copyLabels.copied}</span>
    </span>
  );
}
