'use client';

import type { LiveScope } from '@/lib/query/rendered-sections';
import { useCatchUp, useLiveRefresh } from '@/lib/query/use-live';

/**
 * Keeps server-rendered content current. A list sets `defer` and shows an <UpdatesPill>. `position` is that of the live
 * stream before the content was read.
 */
export function LiveRefresh({
  defer = false,
  position,
  ...scope
}: LiveScope & { defer?: boolean; position: string | null }) {
  useLiveRefresh(scope, { defer });
  useCatchUp(position);
  return null;
}
