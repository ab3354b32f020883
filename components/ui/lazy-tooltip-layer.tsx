'use client';

import dynamic from 'next/dynamic';

const TooltipLayer = dynamic(() => import('./tooltip-layer').then((module) => module.TooltipLayer), { ssr: false });

/** The tooltip's code comes after the page's own: nobody's pointer rests before there is something to rest on. */
export function LazyTooltipLayer() {
  return <TooltipLayer />;
}
