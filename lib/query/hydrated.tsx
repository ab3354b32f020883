'use client';

import { HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useCatchUp } from './use-live';

interface HydratedProps {
  /** From `dehydrateQueries`. */
  state: string;
  /** That of the live stream before the data was read. */
  position: string | null;
  children: ReactNode;
}

export function Hydrated({ state, position, children }: HydratedProps) {
  useCatchUp(position);
  const parsed = useMemo((): DehydratedState => JSON.parse(state), [state]);
  return <HydrationBoundary state={parsed}>{children}</HydrationBoundary>;
}
