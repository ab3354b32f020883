'use client';

import { useEffect, useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import { everything, listHref } from '@/lib/contract/list-address';
import { ApiProblem } from '@/lib/query/ask';
import { useLookup } from '@/lib/query/use-lookup';
import { StatusText } from '../status/status-text';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { Num } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';

/**
 * What the service says of the name that was searched for, and how fresh that is. Our record answers below as one
 * types; the service is asked for a whole name, when the person says that this is it.
 */
export function LookUpStrip({
  environment,
  words,
  asked,
  onAsk,
  shown,
}: {
  environment: Environment;
  words: string;
  /** The service is asked for it; otherwise it is only matched with our record. */
  asked: boolean;
  onAsk: () => void;
  /** Which imports the list below shows already. */
  shown: ReadonlySet<string>;
}) {
  return (
    <div
      role="status"
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border bg-sunken px-3 py-2 text-13 text-ink-2 max-md:[&_button]:h-10"
    >
      {asked ? (
        <Asked environment={environment} words={words} shown={shown} />
      ) : (
        <>
          <Icon name="search" size={14} className="text-meta" />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            Below: what our record knows. The service is asked for a whole name.
          </span>
          <Button size="sm" onClick={onAsk}>
            Look up at the service <Kbd className="max-md:hidden">Enter</Kbd>
          </Button>
        </>
      )}
    </div>
  );
}

function Asked({ environment, words, shown }: { environment: Environment; words: string; shown: ReadonlySet<string> }) {
  const lookup = useLookup(environment, words);
  const name = <b className="text-ink [overflow-wrap:anywhere]">{words}</b>;
  if (lookup.data === undefined && lookup.error === null) return <Asking words={words} />;
  if (lookup.error !== null && !lookup.isFetching) {
    const problem = lookup.error instanceof ApiProblem ? lookup.error.problem : null;
    return (
      <>
        <Icon name="warning" size={14} className="text-unkn" />
        <span className="min-w-0 flex-1">
          <b className="text-unkn">{problem?.title ?? 'The service could not be asked'}</b>{' '}
          {problem !== null && problem.detail !== problem.title && `${problem.detail} `}
          Below is our record; each row says how old it is.
        </span>
        {problem !== null && problem.requestId !== '' && (
          <span className="inline-flex items-center gap-1 text-12 text-meta">
            Request <span className="mono">{problem.requestId.slice(0, 8)}</span>
            <CopyButton text={problem.requestId} label="Copy request id" />
          </span>
        )}
        <Button size="sm" icon="refresh" onClick={() => void lookup.refetch()}>
          Try again
        </Button>
      </>
    );
  }
  if (lookup.data === undefined) return <Asking words={words} />;
  const { imports, alike, askedAt } = lookup.data;
  const again = (
    <span className="inline-flex items-center gap-3 text-12 text-meta">
      <span>
        asked <Time at={askedAt} as="relative" />
      </span>
      <Button variant="quiet" size="sm" busy={lookup.isFetching} onClick={() => void lookup.refetch()}>
        Look again
      </Button>
    </span>
  );
  if (imports.length === 0) {
    return (
      <>
        <Icon name="info" size={14} className="text-accent" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          No imports at the service under exactly this name: {name}.{' '}
          {alike.length === 0 ? (
            'Our record knows no similar name either.'
          ) : (
            <>
              Did you mean{' '}
              {alike.map((other, at) => (
                <span key={other}>
                  {at > 0 && (at === alike.length - 1 ? ' or ' : ', ')}
                  <TextLink underlined href={listHref({ ...everything, q: other, gone: 'show' }, environment)}>
                    {other}
                  </TextLink>
                </span>
              ))}
              ?
            </>
          )}
        </span>
        {again}
      </>
    );
  }
  const elsewhere = imports.filter(({ id }) => !shown.has(id));
  return (
    <>
      <Icon name="check" size={14} className="text-done" />
      <span className="min-w-0 flex-1">
        The service has <Num value={imports.length} /> {imports.length === 1 ? 'import' : 'imports'} under exactly{' '}
        {name}.
      </span>
      {again}
      {elsewhere.length > 0 && (
        <ul aria-label="At the service under this name" className="grid w-full gap-1 ps-6.5">
          {elsewhere.slice(0, 20).map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-x-3">
              <TextLink href={envHref(`/imports/${encodeImportId(row.id)}`, environment)}>{row.id}</TextLink>
              {row.status !== null && <StatusText status={row.status} />}
            </li>
          ))}
          {elsewhere.length > 20 && (
            <li className="text-12 text-meta">
              and <Num value={elsewhere.length - 20} /> more
            </li>
          )}
        </ul>
      )}
    </>
  );
}

/** After two seconds it says that it takes longer, and where to look meanwhile. */
function Asking({ words }: { words: string }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 2000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Icon name="refresh" size={14} className="text-accent motion-safe:animate-spin" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        Asking the service for <b className="text-ink">{words}</b>
        {slow && '; it takes its time. Below is our record; each row says how old it is.'}
      </span>
    </>
  );
}
