'use client';

import { useSearchParams } from 'next/navigation';
import type { Environment } from '@/lib/contract/environment';

/** Only the URL decides the environment. */
export function useEnvironment(): Environment {
  return useSearchParams().get('env') === 'sandbox' ? 'sandbox' : 'live';
}
