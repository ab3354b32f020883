'use client';

import { useEffect, useRef } from 'react';
import type { Shortcut } from './shortcut';
import { registerShortcuts } from './shortcut-registry';

/**
 * Keys this component reacts to while it is on the page; `?` lists them. The list may be new at each drawing: keys and
 * labels are compared, and the newest `run` is the one that runs.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const signature = JSON.stringify(shortcuts.map(({ keys, label, group }) => [keys, label, group]));
  useEffect(
    () =>
      registerShortcuts(
        latest.current.map((shortcut, index) => ({ ...shortcut, run: () => latest.current[index]?.run() })),
      ),
    [signature],
  );
}
