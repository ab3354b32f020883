'use client';

import { useEffect, useState } from 'react';
import { Button } from './button';
import type { ButtonStyle } from './button-classes';

/** Without children it is an icon button named `label`. */
export function CopyButton({
  text,
  label,
  children,
  variant,
  size = 'sm',
}: {
  text: string;
  label: string;
  children?: string | undefined;
  variant?: ButtonStyle['variant'];
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

  const message = state === 'copied' ? 'Copied' : state === 'failed' ? 'Could not copy; select the text instead' : '';
  return (
    <>
      <Button
        variant={variant ?? (children === undefined ? 'ghost' : 'secondary')}
        size={size}
        icon={state === 'copied' ? 'check' : state === 'failed' ? 'warning' : 'copy'}
        iconOnly={children === undefined}
        onClick={copy}
        data-tip={children === undefined ? message || label : undefined}
      >
        {children === undefined ? label : state === 'copied' ? 'Copied' : children}
      </Button>
      <span role="status" className="sr-only">
        {message}
      </span>
    </>
  );
}
