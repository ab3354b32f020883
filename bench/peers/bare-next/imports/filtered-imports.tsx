'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ImportTable } from './import-table';
import type { ImportRow } from './list-imports';

export function FilteredImports() {
  const [text, setText] = useState('');
  const { data = [] } = useQuery({
    queryKey: ['imports'],
    queryFn: async (): Promise<ImportRow[]> => (await fetch('/api/imports')).json(),
  });
  return (
    <main>
      <input type="search" aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <ImportTable imports={data.filter(({ username }) => (username ?? '').includes(text))} />
    </main>
  );
}
