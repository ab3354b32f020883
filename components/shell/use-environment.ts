'use client';

import { useSearchParams } from 'next/navigation';
import type { Environment } from '@/lib/contract/environment';

/** The tab's environment. The address alone decides it. */
export function useEnvironment(): Environment {
  return useSearchParams().get('env') === 'sandbox' ? 'sandbox' : 'live';
}
