'use client';

import { useEffect, useRef } from 'react';
import type { Shortcut } from './shortcut';
import { registerShortcuts } from './shortcut-registry';

/** The array may change on every render: keys and labels are compared, and the latest `run` is called. */
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
