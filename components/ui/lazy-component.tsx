import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { HydrationMarker } from './hydration-marker';

/** Loaded when it is first rendered. Does what we need of `next/dynamic`, which adds a kilobyte to every page. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> {
  const Loaded: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return function LazyComponent(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
        <HydrationMarker />
      </Suspense>
    );
  };
}
