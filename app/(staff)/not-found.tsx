'use client';

import { lazyComponent } from '@/components/ui/lazy-component';

const NotFoundPage = lazyComponent(() =>
  import('@/components/shell/not-found-page').then((module) => module.NotFoundPage),
);

/** Every staff page loads it, so it has little. */
export default function StaffNotFound() {
  return <NotFoundPage />;
}
