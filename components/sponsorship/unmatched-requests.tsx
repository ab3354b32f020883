'use client';

import { useState } from 'react';
import type { Queue, UnidentifiedStart } from '@/lib/contract/sponsorship';
import { problemOf } from '../ui/problem-notice';
import { useUnmatchedRequest } from '@/lib/query/use-sponsorship';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { useEnvironment } from '../ui/use-environment';
import { ResolveForm } from './resolve-form';

/** Requests from our page that match no customer: an agent assigns or dismisses them. */
export function UnmatchedRequests({ requests }: { requests: Queue['unmatched'] }) {
  if (requests.length === 0) return null;
  return (
    <section className="px-6 py-6 max-md:px-4" aria-labelledby="unmatched">
      <h2 id="unmatched">
        To be matched <span className="font-normal text-meta">{requests.length}</span>
      </h2>
      <p className="mt-1 text-13 text-ink-2">
        Asked on our page without a link we recognise. Nobody has verified who asked.
      </p>
      <ul className="mt-3 divide-y border-y">
        {requests.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function Row({ request }: { request: Queue['unmatched'][number] }) {
  const [importId, setImportId] = useState('');
  const { match, dismiss } = useUnmatchedRequest(useEnvironment(), request.id);
  return (
    <li className="flex flex-wrap items-end gap-3 py-3 text-13">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <b>{request.username ?? 'No name'}</b> from {request.tool ?? 'an unknown tool'}{' '}
        <span className="text-meta">
          <Time at={request.askedAt} as="relative" />
        </span>
        {request.message !== '' && <span className="block text-ink-2">“{request.message}”</span>}
        {request.username !== null && (
          <TextLink href={`/imports?q=${encodeURIComponent(request.username)}`}>Look up this name</TextLink>
        )}
      </span>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!match.isPending && importId !== '') match.mutate(importId);
        }}
      >
        <TextField
          label="Import"
          hideLabel
          error={(problemOf(match.error) ?? problemOf(dismiss.error))?.detail}
          placeholder="Import id"
          value={importId}
          maxLength={1000}
          onChange={(event) => setImportId(event.target.value.trim())}
        />
        <Button type="submit" busy={match.isPending} disabled={importId === ''}>
          Match
        </Button>
        <Button variant="ghost" busy={dismiss.isPending} onClick={() => dismiss.mutate('')}>
          Dismiss
        </Button>
      </form>
    </li>
  );
}

/** They may have been paid for, so they stay here until resolved. */
export function UnidentifiedStarts({ starts, viewerId }: { starts: readonly UnidentifiedStart[]; viewerId: string }) {
  if (starts.length === 0) return null;
  return (
    <section aria-labelledby="nameless" className="px-6 py-6 max-md:px-4">
      <h2 id="nameless">
        Created and paid for, perhaps <span className="font-normal text-meta">{starts.length}</span>
      </h2>
      <p className="mt-1 max-w-160 text-13 text-ink-2">
        These full migrations were sent at once, and no answer came. We look for the import under the customer’s name;
        once it is found, it takes its place in the list above.
      </p>
      <ul className="mt-3 grid max-w-160 gap-4">
        {starts.map(({ decision, username, tool, secondPeople }) => (
          <li key={decision.id} className="rounded-3 border border-unkn-line p-4">
            <h3 className="text-unkn">{username ?? 'Unknown customer'}</h3>
            <p className="mt-1 text-13 [overflow-wrap:anywhere]">
              {tool !== null && `From ${tool}. `}
              {decision.outcome}
            </p>
            <p className="mt-1 text-12 text-meta">
              {decision.proposedBy?.name}, <Time at={decision.sentAt ?? decision.proposedAt} />
              {decision.reason !== '' && `: “${decision.reason}”`}
            </p>
            <ResolveForm subject={decision.id} decision={decision} secondPeople={secondPeople} viewerId={viewerId} />
          </li>
        ))}
      </ul>
    </section>
  );
}
