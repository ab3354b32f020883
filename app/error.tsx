'use client';

import { CrashPage } from '@/components/shell/crash-page';

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <CrashPage error={error} retry={retry} />;
}
