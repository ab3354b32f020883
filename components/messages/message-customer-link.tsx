'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { customerHref } from '../shell/customer-link';

/** In the environment of the message, not of the page. */
export function MessageCustomerLink({
  environment,
  username,
  children,
}: {
  environment: Environment | null;
  username: string;
  children: ReactNode;
}) {
  return (
    <Link
      href={envHref(customerHref(username), environment ?? 'live')}
      prefetch={false}
      className="inline-block min-h-6 leading-6 underline-offset-2 hover:underline max-md:-my-0.5"
    >
      {children}
    </Link>
  );
}
