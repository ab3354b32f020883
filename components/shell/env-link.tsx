'use client';

import Link from 'next/link';
import { useState, type ComponentProps } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { useEnvironment } from './use-environment';

/**
 * An internal link that stays in the tab's environment. It is fetched ahead when somebody is about to use it: all of
 * them at once, on every page, were ten requests before the stream and the page's own data had their turn.
 */
export function EnvLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, 'href'> & { href: string }) {
  const [shouldPrefetch, setWanted] = useState(false);
  const enablePrefetch = () => setWanted(true);
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
