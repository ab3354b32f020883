'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { roleAtLeast, type Role } from '@/lib/contract/roles';
import { navItemsFor } from '../shell/nav-items';
import { useShortcuts } from '../shell/use-shortcuts';
import { Icon } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { lazyComponent } from '../ui/lazy-component';
import { useEnvironment } from '../ui/use-environment';
import { searchFieldLabels } from './labels';
import type { Hit } from './rank-hits';
import { searchTarget } from './search-target';

const HitList = lazyComponent(() => import('./hit-list').then((module) => module.HitList));

/**
 * A plain GET form to the list of imports. With JavaScript it suggests hits on every page, except on the list, which it
 * filters.
 */
export function SearchField({ role }: { role: Role }) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const environment = useEnvironment();
  const pathname = usePathname();
  const params = useSearchParams();
  // Other pages have searches of their own.
  const currentQuery = (pathname === '/imports' && params.get('q')) || '';
  /** What is typed while suggestions are shown. */
  const [query, setQuery] = useState('');
  const [submitted, setSubmitted] = useState(false);

  useShortcuts([
    {
      keys: '/',
      label: searchFieldLabels.shortcut,
      group: searchFieldLabels.shortcutGroup,
      run: () => {
        input.current?.focus();
        input.current?.select();
      },
    },
  ]);

  // Follow URL changes, but not while the user is typing. Text typed before hydration stays.
  const url = `${pathname}?${currentQuery}`;
  const shownUrl = useRef(url);
  useEffect(() => {
    const field = input.current;
    if (!field || shownUrl.current === url) return;
    shownUrl.current = url;
    if (document.activeElement !== field) field.value = currentQuery;
  }, [url, currentQuery]);

  const typed = () => input.current?.value.trim() ?? '';
  const suggest = (text: string) => {
    setQuery(text);
    setSubmitted(false);
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    const target = searchTarget();
    if (target) target.openFirst(typed());
    else if (typed() === '') router.push(envHref('/imports', environment));
    else {
      setQuery(typed());
      setSubmitted(true);
    }
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // Also cancels an Enter that waits for results.
      searchTarget()?.filter(typed());
      input.current?.blur();
    } else if (event.key === 'ArrowDown' && searchTarget()) {
      event.preventDefault();
      searchTarget()?.focusFirst(typed());
    }
  }

  function open(hit: Hit) {
    suggest('');
    input.current?.blur();
    if (input.current) input.current.value = '';
    router.push(envHref(hit.href, environment));
  }

  return (
    <form
      role="search"
      aria-label={searchFieldLabels.form}
      action="/imports"
      method="get"
      onSubmit={submit}
      noValidate
      className="relative h-8 w-100 max-w-full min-w-0 text-13 max-md:h-10 max-md:flex-1"
    >
      <Icon name="search" size={14} className="pointer-events-none absolute inset-y-0 start-2.75 my-auto text-meta" />
      <input
        ref={input}
        name="q"
        role="combobox"
        aria-expanded={false}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-keyshortcuts="/"
        enterKeyHint="search"
        defaultValue={currentQuery}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        aria-label={searchFieldLabels.field}
        placeholder={searchFieldLabels.field}
        className="peer size-full appearance-none truncate rounded-2 border border-transparent bg-hover ps-8 pe-8 focus-visible:-outline-offset-1 max-md:pe-2 max-md:text-16"
        onChange={() => {
          const target = searchTarget();
          if (target) target.filter(typed());
          else suggest(typed());
        }}
        onFocus={() => {
          if (!searchTarget()) suggest(typed());
        }}
        onBlur={() => suggest('')}
        onKeyDown={handleKey}
      />
      <Kbd className="pointer-events-none absolute end-2 top-1.75 peer-focus:hidden max-md:hidden">/</Kbd>
      {environment === 'sandbox' && <input type="hidden" name="env" value="sandbox" />}
      {query !== '' && (
        <HitList
          id={listId}
          input={input}
          query={query}
          submitted={submitted}
          items={navItemsFor(role)}
          mayCreate={roleAtLeast(role, 'agent')}
          onOpen={open}
          className="absolute start-0 top-[calc(100%+4px)] max-h-[min(70dvh,480px)] w-120 max-w-[calc(100vw-32px)] rounded-3 bg-overlay text-ink shadow-lift max-md:fixed max-md:inset-x-2 max-md:top-[calc(var(--band)+60px)] max-md:w-auto max-md:max-w-none"
        />
      )}
    </form>
  );
}
