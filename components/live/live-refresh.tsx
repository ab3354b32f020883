'use client';

import type { LiveScope } from '@/lib/query/live-updates';
import { useLiveRefresh } from '@/lib/query/use-live';

/** Keeps server-rendered content current. A list sets `defer` and shows an <UpdatesPill>. */
export function LiveRefresh({ defer = false, ...scope }: LiveScope & { defer?: boolean }) {
  useLiveRefresh(scope, { defer });
  return null;
}
