'use client';

import { CrashPage } from '@/components/shell/crash-page';

/** The layout stays, so that the navigation still works. */
export default function StaffError({ error, retry }: { error: unknown; retry: () => void }) {
  return <CrashPage error={error} retry={retry} />;
}
