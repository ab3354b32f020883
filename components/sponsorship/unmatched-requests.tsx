'use client';

import { useState } from 'react';
import type { Queue, UnidentifiedStart } from '@/lib/contract/sponsorship';
import { problemOf } from '../ui/problem-notice';
import { useUnmatchedRequest } from '@/lib/query/use-sponsorship';
import { CustomerLink } from '../shell/customer-link';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { useEnvironment } from '../ui/use-environment';
import { unidentifiedLabels, unmatchedLabels } from './dialog-labels';
import { sponsorshipLabels } from './labels';
import { ResolveForm } from './resolve-form';

/** Requests from our page that match no customer: an agent assigns or dismisses them. */
export function UnmatchedRequests({ requests }: { requests: Queue['unmatched'] }) {
  return (
    <section className="px-6 py-6 max-md:px-4" aria-labelledby="unmatched">
      <h2 id="unmatched">
        {unmatchedLabels.title} <span className="font-normal text-meta">{requests.length}</span>
      </h2>
      <p className="mt-1 text-13 text-ink-2">{unmatchedLabels.explanation}</p>
      <ul className="mt-3 divide-y border-y">
        {requests.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

// As high as the field beside it.
const buttonHeight = 'h-9 max-md:h-11';

function Row({ request }: { request: Queue['unmatched'][number] }) {
  const [importId, setImportId] = useState('');
  const { match, dismiss } = useUnmatchedRequest(useEnvironment(), request.id);
  return (
    <li className="flex flex-wrap items-start gap-3 py-3 text-13">
      <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <b>
          {request.username === null ? sponsorshipLabels.unknownCustomer : <CustomerLink username={request.username} />}
        </b>
        {unmatchedLabels.from(request.tool)}{' '}
        <span className="text-meta">
          <Time at={request.askedAt} as="relative" />
        </span>
        {request.message !== '' && <span className="block text-ink-2">{sponsorshipLabels.quote(request.message)}</span>}
        {request.username !== null && (
          <span className="block">
            <TextLink href={`/imports?q=${encodeURIComponent(request.username)}`}>{unmatchedLabels.lookUp}</TextLink>
          </span>
        )}
      </span>
      <form
        noValidate
        className="flex flex-wrap items-start gap-2 max-md:w-full"
        onSubmit={(event) => {
          event.preventDefault();
          if (!match.isPending && importId !== '') match.mutate(importId);
        }}
      >
        <TextField
          label={unmatchedLabels.importId}
          hideLabel
          className="min-w-40 flex-1"
          error={(problemOf(match.error) ?? problemOf(dismiss.error))?.detail}
          placeholder={unmatchedLabels.importId}
          value={importId}
          maxLength={1000}
          onChange={(event) => setImportId(event.target.value.trim())}
        />
        <Button type="submit" className={buttonHeight} busy={match.isPending} disabled={importId === ''}>
          {unmatchedLabels.match}
        </Button>
        <Button variant="ghost" className={buttonHeight} busy={dismiss.isPending} onClick={() => dismiss.mutate('')}>
          {unmatchedLabels.dismiss}
        </Button>
      </form>
    </li>
  );
}

/** They may have been paid for, so they stay here until resolved. */
export function UnidentifiedStarts({ starts, viewerId }: { starts: readonly UnidentifiedStart[]; viewerId: string }) {
  return (
    <section aria-labelledby="nameless" className="px-6 py-6 max-md:px-4">
      <h2 id="nameless">
        {unidentifiedLabels.title} <span className="font-normal text-meta">{starts.length}</span>
      </h2>
      <p className="mt-1 max-w-160 text-13 text-ink-2">{unidentifiedLabels.explanation}</p>
      <ul className="mt-3 grid max-w-160 gap-4">
        {starts.map(({ decision, username, tool, secondPeople }) => (
          <li key={decision.id} className="rounded-3 border border-unkn-line p-4">
            <h3 className="[overflow-wrap:anywhere] text-unkn">
              {username === null ? sponsorshipLabels.unknownCustomer : <CustomerLink username={username} />}
            </h3>
            <p className="mt-1 text-13 [overflow-wrap:anywhere]">
              {tool !== null && unidentifiedLabels.from(tool)}
              {decision.outcome}
            </p>
            <p className="mt-1 text-12 [overflow-wrap:anywhere] text-meta">
              {decision.proposedBy?.name}, <Time at={decision.sentAt ?? decision.proposedAt} />
              {decision.reason !== '' && `: ${sponsorshipLabels.quote(decision.reason)}`}
            </p>
            <ResolveForm subject={decision.id} decision={decision} secondPeople={secondPeople} viewerId={viewerId} />
          </li>
        ))}
      </ul>
    </section>
  );
}
