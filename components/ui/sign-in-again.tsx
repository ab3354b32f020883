'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { problemLabels } from './labels';
import { TextLink } from './text-link';

/** In a new tab, which leads back to this page: what was typed here can then be sent. */
export function SignInAgain() {
  const page = [usePathname(), useSearchParams().toString()].filter((part) => part !== '').join('?');
  return (
    <TextLink underlined target="_blank" href={`/sign-in?${new URLSearchParams({ callbackUrl: page }).toString()}`}>
      {problemLabels.signInAgain}
    </TextLink>
  );
}
