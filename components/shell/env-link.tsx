'use client';

import Link from 'next/link';
import type { ComponentProps } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { useEnvironment } from './use-environment';

/** An internal link that stays in the tab's environment. */
export function EnvLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, 'href'> & { href: string }) {
  return <Link href={envHref(href, useEnvironment())} {...rest} />;
}
