'use client';

import { lazyComponent } from '@/components/ui/lazy-component';

const NoAccessPage = lazyComponent(() =>
  import('@/components/shell/no-access-page').then((module) => module.NoAccessPage),
);

/** Every staff page loads it, so it has little. */
export default function StaffForbidden() {
  return <NoAccessPage />;
}
