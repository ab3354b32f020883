'use client';

import dynamic from 'next/dynamic';

const TooltipLayer = dynamic(() => import('./tooltip-layer').then((module) => module.TooltipLayer), { ssr: false });

/** Loaded after the page, since tooltips are not needed at once. */
export function LazyTooltipLayer() {
  return <TooltipLayer />;
}
