'use client';

import { useEffect, useState } from 'react';
import { defaultListView, listHref } from '@/lib/contract/list-view';
import { problemOf } from '../ui/problem-notice';
import { RequestId } from '../ui/request-id';
import { useLookup } from '@/lib/query/use-imports';
import { importHref } from '../import/import-href';
import { CustomerLink } from '../shell/customer-link';
import { StatusText } from '../status/status-text';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { formatNumber } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { useEnvironment } from '../ui/use-environment';
import { useViewer } from '../ui/viewer';
import { lookupLabels } from './on-demand-labels';

// On a phone the buttons have a line of their own, below the end of the text.
const textClasses = 'min-w-0 flex-1 [overflow-wrap:anywhere] max-md:basis-[calc(100%-32px)]';

/** The service's answer for a username. The list below shows stored imports meanwhile. */
export function LookupStatus({
  username,
  active,
  byEnter,
  onLookup,
  shownIds,
}: {
  username: string;
  /** Calls the service; otherwise only stored imports are matched. */
  active: boolean;
  /** Enter looks the name up, because there is no row to open. */
  byEnter: boolean;
  onLookup: () => void;
  shownIds: ReadonlySet<string>;
}) {
  return (
    <div
      role="status"
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border bg-sunken px-3 py-2 text-13 text-ink-2 max-md:[&_button]:h-10"
    >
      {active ? (
        <LookupResult username={username} shownIds={shownIds} />
      ) : (
        <>
          <Icon name="search" size={14} className="text-meta" />
          <span className={textClasses}>{lookupLabels.stored}</span>
          <Button size="sm" onClick={onLookup} className="max-md:ms-auto">
            {lookupLabels.lookUp} {byEnter && <Kbd className="max-md:hidden">{lookupLabels.enterKey}</Kbd>}
          </Button>
        </>
      )}
    </div>
  );
}

function LookupResult({ username, shownIds }: { username: string; shownIds: ReadonlySet<string> }) {
  const { locale } = useViewer();
  const lookup = useLookup(useEnvironment(), username);
  const name = (
    <b className="text-ink [overflow-wrap:anywhere]">
      <CustomerLink username={username} className="underline underline-offset-2" />
    </b>
  );
  if (lookup.error !== null && !lookup.isFetching) {
    const problem = problemOf(lookup.error);
    return (
      <>
        <Icon name="warning" size={14} className="text-unkn" />
        <span className={textClasses}>
          <b className="text-unkn">{problem?.detail ?? lookupLabels.failed}</b>{' '}
          {shownIds.size > 0 && lookupLabels.storedBelow}
        </span>
        {problem !== null && problem.requestId !== '' && <RequestId id={problem.requestId} />}
        <Button size="sm" icon="refresh" onClick={() => void lookup.refetch()} className="max-md:ms-auto">
          {lookupLabels.retry}
        </Button>
      </>
    );
  }
  if (lookup.data === undefined) return <LookupPending username={username} hasRows={shownIds.size > 0} />;
  const { imports, similarUsernames, lookedUpAt, erasedAt } = lookup.data;
  if (erasedAt !== null) {
    return (
      <>
        <Icon name="warning" size={14} className="text-meta" />
        <span className={textClasses}>
          {lookupLabels.erasedBefore}
          <Time at={erasedAt} as="date" />
          {lookupLabels.erasedAfter}
        </span>
      </>
    );
  }
  const refreshButton = (
    <span className="inline-flex items-center gap-3 text-12 text-meta max-md:ms-auto">
      <span>
        {lookupLabels.checked}
        <Time at={lookedUpAt} as="relative" />
      </span>
      <Button variant="quiet" size="sm" busy={lookup.isFetching} onClick={() => void lookup.refetch()}>
        {lookupLabels.refresh}
      </Button>
    </span>
  );
  if (imports.length === 0) {
    return (
      <>
        <Icon name="info" size={14} className="text-accent" />
        <span className={textClasses}>
          {lookupLabels.noneBefore}
          {name}.{' '}
          {similarUsernames.length === 0 ? (
            lookupLabels.noneSimilar
          ) : (
            <>
              {lookupLabels.didYouMean}
              {similarUsernames.map((other, at) => (
                <span key={other}>
                  {at > 0 && (at === similarUsernames.length - 1 ? lookupLabels.or : ', ')}
                  <TextLink underlined href={listHref({ ...defaultListView, q: other, gone: 'show' }, 'live')}>
                    {other}
                  </TextLink>
                </span>
              ))}
              ?
            </>
          )}
        </span>
        {refreshButton}
      </>
    );
  }
  const notShown = imports.filter(({ id }) => !shownIds.has(id));
  return (
    <>
      <Icon name="check" size={14} className="text-done" />
      <span className={textClasses}>
        {lookupLabels.foundBefore(imports.length, formatNumber(imports.length, locale))}
        {name}.
      </span>
      {refreshButton}
      {notShown.length > 0 && (
        <ul aria-label={lookupLabels.foundList} className="grid w-full gap-1 ps-6.5">
          {notShown.slice(0, 20).map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-x-3">
              <TextLink href={importHref(row.id)}>{row.id}</TextLink>
              {row.status !== null && <StatusText status={row.status} />}
            </li>
          ))}
          {notShown.length > 20 && (
            <li className="text-12 text-meta">{lookupLabels.more(formatNumber(notShown.length - 20, locale))}</li>
          )}
        </ul>
      )}
    </>
  );
}

/** After two seconds, says that it takes longer. */
function LookupPending({ username, hasRows }: { username: string; hasRows: boolean }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 2000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Icon name="refresh" size={14} className="text-accent motion-safe:animate-spin" />
      <span className={textClasses}>
        {lookupLabels.pendingBefore}
        <b className="text-ink">{username}</b>
        {slow && lookupLabels.slow} {slow && hasRows && lookupLabels.storedBelow}
      </span>
    </>
  );
}
