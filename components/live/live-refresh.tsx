'use client';

import { useLiveRefresh, type LiveScope } from '@/lib/query/use-live';

/** Put beside what the server drew, and it stays current. A list sets `hold` and shows an <UpdatesPill>. */
export function LiveRefresh({ defer = false, ...scope }: LiveScope & { defer?: boolean }) {
  useLiveRefresh(scope, { defer });
  return null;
}
