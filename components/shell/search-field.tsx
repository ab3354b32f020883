'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, type FormEvent } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { Icon } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { publishSearch } from './search-event';
import { useEnvironment } from '../ui/use-environment';
import { useShortcuts } from './use-shortcuts';

/** A plain GET form. With JavaScript it navigates on the client, and the imports list filters while the user types. */
export function SearchField() {
  const input = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const environment = useEnvironment();
  const params = useSearchParams();
  const currentQuery = params.get('q') ?? '';

  useShortcuts([
    {
      keys: '/',
      label: 'Search',
      group: 'Everywhere',
      run: () => {
        input.current?.focus();
        input.current?.select();
      },
    },
  ]);

  // Follow URL changes, but not while the user is typing.
  useEffect(() => {
    const field = input.current;
    if (field && document.activeElement !== field) field.value = currentQuery;
  }, [currentQuery]);

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = input.current?.value.trim() ?? '';
    if (publishSearch({ query, submitted: true })) return;
    router.push(envHref(query ? `/imports?${new URLSearchParams({ q: query })}` : '/imports', environment));
  }

  return (
    <form
      role="search"
      aria-label="Imports"
      action="/imports"
      method="get"
      onSubmit={search}
      className="relative h-8 w-100 max-w-full min-w-0 text-13 max-md:h-10 max-md:flex-1"
    >
      <Icon name="search" size={14} className="pointer-events-none absolute inset-y-0 start-2.75 my-auto text-meta" />
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={currentQuery}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        aria-label="Search customer, import id or tool"
        placeholder="Search customer, import id or tool"
        className="peer size-full appearance-none truncate rounded-2 border border-transparent bg-hover ps-8 pe-8 focus-visible:-outline-offset-1 max-md:pe-2 max-md:text-16 [&::-webkit-search-cancel-button]:hidden"
        onChange={(event) => publishSearch({ query: event.currentTarget.value.trim(), submitted: false })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <Kbd className="pointer-events-none absolute end-2 top-1.75 peer-focus:hidden max-md:hidden">/</Kbd>
      {environment === 'sandbox' && <input type="hidden" name="env" value="sandbox" />}
    </form>
  );
}
