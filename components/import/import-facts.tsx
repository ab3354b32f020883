'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ImportRow } from '@/lib/contract/imports';
import { ToolName } from '../ui/avatar';
import { Button } from '../ui/button';
import { FactRow } from '../ui/definition-list';
import { Time } from '../ui/time';

const FillInDialog = dynamic(() => import('./fill-in-dialog').then((module) => module.FillInDialog));

export function ImportFacts({ row, mayFillIn }: { row: ImportRow; mayFillIn: boolean }) {
  const [dialogOpen, setDialogOpen] = useState(false);
  const unknown = <span className="text-meta">not told</span>;
  const items = [
    ...(row.username === null ? [{ term: 'Customer', value: unknown }] : []),
    { term: 'From', value: row.tool === null ? unknown : <ToolName name={row.tool} /> },
    { term: 'Into', value: row.instanceUrl === null ? unknown : shortAddress(row.instanceUrl) },
    { term: 'Family', value: row.family ?? unknown },
    { term: 'Created', value: row.createdAt === null ? unknown : <Time at={row.createdAt} as="moment" /> },
    { term: 'Handled by', value: row.createdBy ?? unknown },
  ];
  return (
    <div className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-2">
      <FactRow items={items} className="max-md:w-full" />
      {mayFillIn && (
        <Button variant="quiet" size="sm" icon="edit" className="-mb-1" onClick={() => setDialogOpen(true)}>
          {row.username === null || row.tool === null || row.instanceUrl === null ? 'Fill in what you know' : 'Correct'}
        </Button>
      )}
      {dialogOpen && <FillInDialog row={row} onClose={() => setDialogOpen(false)} />}
    </div>
  );
}

function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
