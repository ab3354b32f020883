'use client';

import { HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCatchUp } from './use-live';

/** `position` is that of the live stream before the data was read. */
export function Hydrated(props: { state: DehydratedState; position: string | null; children: ReactNode }) {
  useCatchUp(props.position);
  return <HydrationBoundary state={props.state}>{props.children}</HydrationBoundary>;
}
