'use client';

import { CrashPage } from '@/components/shell/crash-page';
import './customer.css';

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <CrashPage error={error} retry={retry} />;
}
