'use client';

import { useEffect, useState } from 'react';
import { lazyComponent } from './lazy-component';

const TooltipLayer = lazyComponent(() => import('./tooltip-layer').then((module) => module.TooltipLayer));

const firstUses = ['pointerover', 'pointerdown', 'focusin'] as const;

/** Loaded when an element with a tooltip is first pointed at or focused. */
export function LazyTooltipLayer() {
  const [first, setFirst] = useState<Event | null>(null);
  useEffect(() => {
    if (first !== null) return;
    const onUse = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('[data-tip]')) setFirst(event);
    };
    for (const name of firstUses) document.addEventListener(name, onUse, { passive: true });
    return () => {
      for (const name of firstUses) document.removeEventListener(name, onUse);
    };
  }, [first]);
  return first && <TooltipLayer first={first} />;
}
