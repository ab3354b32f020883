'use client';

import Link from 'next/link';
import { useState, type ComponentProps } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { useEnvironment } from '../ui/use-environment';

/** Prefetches on hover or focus: prefetching all links on every page delayed the page's own data. */
export function EnvLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, 'href'> & { href: string }) {
  const [shouldPrefetch, setShouldPrefetch] = useState(false);
  const enablePrefetch = () => setShouldPrefetch(true);
  return (
    <Link
      href={envHref(href, useEnvironment())}
      prefetch={shouldPrefetch ? null : false}
      onPointerEnter={enablePrefetch}
      onFocus={enablePrefetch}
      {...rest}
    />
  );
}
