'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ToolRequestItem } from '@/lib/contract/tool-requests';
import { useHandleToolRequest } from '@/lib/query/use-tool-requests';
import { CustomerLink } from '../shell/customer-link';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { problemOf } from '../ui/problem-notice';
import { Time } from '../ui/time';
import { toast } from '../ui/toast-store';
import { toolRequestLabels as labels } from './labels';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

export function ToolRequestRow({ request }: { request: ToolRequestItem }) {
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 py-4 text-13">
      <div className="min-w-0 flex-1 basis-72 [overflow-wrap:anywhere]">
        <h2>
          <bdi>{request.tool}</bdi>
        </h2>
        <p>
          {request.username === null ? (
            <>
              {labels.visitor}
              <span className="text-meta">, {labels.unverified}</span>
            </>
          ) : (
            <CustomerLink username={request.username} className="underline underline-offset-2" />
          )}{' '}
          <span className="text-meta">
            <Time at={request.at} as="relative" />
          </span>
        </p>
        {request.message !== '' && (
          <p className="mt-1 whitespace-pre-line text-ink-2">{labels.quote(request.message)}</p>
        )}
        <dl className="mt-1 grid gap-x-4 text-ink-2 [&>div]:flex [&>div]:flex-wrap [&>div]:gap-x-2 [&_dt]:text-meta">
          {request.url !== '' && (
            <div>
              <dt>{labels.website}</dt>
              {/* Entered by a stranger, so it is not a link. */}
              <dd>{request.url}</dd>
            </div>
          )}
          {request.email !== null && (
            <div>
              <dt>{labels.replyTo}</dt>
              <dd>
                <a href={`mailto:${encodeURIComponent(request.email)}`} className="text-accent hover:underline">
                  {request.email}
                </a>
              </dd>
            </div>
          )}
        </dl>
        {request.language !== null && (
          <p className="text-meta">{labels.language(languageNames.of(request.language) ?? request.language)}</p>
        )}
      </div>
      {request.handled === null ? <HandleForm request={request} /> : <Handled handled={request.handled} />}
    </li>
  );
}

function HandleForm({ request }: { request: ToolRequestItem }) {
  const router = useRouter();
  const [note, setNote] = useState('');
  const handle = useHandleToolRequest(request.id);
  return (
    <form
      noValidate
      className="flex w-80 flex-wrap items-end gap-2 max-md:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        if (handle.isPending) return;
        handle.mutate(note, {
          onSuccess: () => toast({ title: labels.done, tone: 'done' }),
          onSettled: () => router.refresh(),
        });
      }}
    >
      <TextField
        label={labels.note}
        hint={labels.noteHint}
        className="min-w-40 flex-1 basis-full"
        error={problemOf(handle.error)?.detail}
        value={note}
        maxLength={2000}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" busy={handle.isPending} aria-label={labels.handleOf(request.tool)}>
        {labels.handle}
      </Button>
    </form>
  );
}

function Handled({ handled }: { handled: NonNullable<ToolRequestItem['handled']> }) {
  return (
    <div className="w-80 min-w-0 [overflow-wrap:anywhere] max-md:w-full">
      <p>
        {labels.handledBy(handled.by)}{' '}
        <span className="text-meta">
          <Time at={handled.at} as="relative" />
        </span>
      </p>
      {handled.note !== '' && <p className="mt-1 whitespace-pre-line text-ink-2">{handled.note}</p>}
    </div>
  );
}
