'use client';

import { useRouter } from 'next/navigation';
import { useId, useRef, useState, type FormEvent } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { NavItem } from '../shell/nav-items';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { useEnvironment } from '../ui/use-environment';
import { HitList } from './hit-list';
import { paletteLabels } from './labels';
import { searchTarget } from './search-target';

export function PaletteDialog({
  onClose,
  items,
  mayCreate,
}: {
  onClose: () => void;
  items: readonly NavItem[];
  mayCreate: boolean;
}) {
  const router = useRouter();
  const environment = useEnvironment();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
  };
  return (
    <Dialog onClose={onClose} title={paletteLabels.title} size="bare">
      <form onSubmit={submit} noValidate className="flex max-h-[60dvh] min-h-0 flex-col">
        <div className="flex items-center gap-2.5 border-b px-4">
          <Icon name="search" className="text-meta" />
          <input
            ref={input}
            data-autofocus
            role="combobox"
            aria-expanded={false}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-label={paletteLabels.field}
            placeholder={paletteLabels.field}
            value={query}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setSubmitted(false);
            }}
            className="h-12 min-w-0 flex-1 bg-transparent text-14 outline-none max-md:text-16"
          />
          <Kbd className="max-md:hidden">{paletteLabels.closeKey}</Kbd>
        </div>
        <HitList
          id={listId}
          input={input}
          query={query}
          submitted={submitted}
          items={items}
          mayCreate={mayCreate}
          onOpen={(hit) => {
            onClose();
            if (hit.key === 'list') searchTarget()?.lookUp(query.trim());
            router.push(envHref(hit.href, environment));
          }}
          className="min-h-0 flex-1"
        />
      </form>
    </Dialog>
  );
}
