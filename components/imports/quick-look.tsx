'use client';

import { envHref } from '@/lib/contract/env-href';
import { encodeImportId } from '@/lib/contract/import-id';
import type { ImportDetail, ImportRow } from '@/lib/contract/imports';
import { ApiProblem } from '@/lib/query/ask';
import { useCustomerLink, useFreshImport, useImport } from '@/lib/query/use-import';
import { StatusBadge } from '../status/status-badge';
import { ToolName } from '../ui/avatar';
import { Button } from '../ui/button';
import { DefinitionList } from '../ui/definition-list';
import { Icon } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { ProblemNotice } from '../ui/problem-notice';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { None } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time, ZoneName } from '../ui/time';
import { toast } from '../ui/toast-store';
import { DecisionText } from './decision-text';
import { MiniTimeline } from './mini-timeline';
import { seenByWords } from './seen-by-words';

const latest = 4;

/** One import beside the list. What the row knows is there at once; the rest follows. */
export function QuickLook({
  row,
  mayHandOver,
  onClose,
}: {
  row: ImportRow;
  /** Whether this person may give customers their links. */
  mayHandOver: boolean;
  onClose: () => void;
}) {
  const { environment, id } = row;
  const read = useImport(environment, id);
  const fresh = useFreshImport(environment, id);
  const link = useCustomerLink(environment, id);
  const detail = read.data;
  const shown = detail?.row ?? row;
  const href = envHref(`/imports/${encodeImportId(id)}`, environment);

  function copyLink() {
    link.mutate(undefined, {
      onSuccess: async ({ url }) => {
        try {
          await navigator.clipboard.writeText(url);
          toast({ tone: 'done', title: 'Customer link copied', detail: 'Whoever has it sees this one migration.' });
        } catch {
          toast({
            tone: 'error',
            title: 'The browser did not let us copy',
            detail: 'Open the import and copy it there.',
          });
        }
      },
      onError: (error) =>
        toast({
          tone: 'error',
          title: 'No customer link',
          detail: error.message,
          requestId: error instanceof ApiProblem ? error.problem.requestId : undefined,
        }),
    });
  }

  return (
    <aside
      aria-label="Quick look"
      className="flex min-h-0 w-90 flex-none flex-col border-s bg-sunken max-lg:fixed max-lg:end-0 max-lg:top-(--top) max-lg:bottom-0 max-lg:z-5 max-lg:shadow-lift max-md:hidden"
    >
      <div className="flex items-start gap-2 ps-6 pe-4 pt-5">
        <div className="min-w-0 flex-1">
          <h2 className="truncate" data-tip={shown.username ?? undefined}>
            {shown.username ?? 'Customer not told'}
          </h2>
          <p className="mt-0.5 truncate text-12 text-meta">
            <span className="mono">{id}</span>
            {shown.instanceUrl !== null && ` at ${shown.instanceUrl.replace(/^https?:\/\//, '')}`}
          </p>
        </div>
        <Button variant="ghost" size="sm" icon="x" iconOnly onClick={onClose} data-tip="Close quick look">
          Close quick look
        </Button>
      </div>
      <div
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-4"
        tabIndex={0}
        role="group"
        aria-label="Facts of the import"
      >
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-meta">
          {shown.status === null ? (
            'No status told yet'
          ) : (
            <StatusBadge status={shown.gone ? { ...shown.status, family: 'gone' } : shown.status} />
          )}
          {!shown.gone && shown.sinceTo !== null && (
            <span>
              for <Time at={shown.sinceTo} as="age" />
            </span>
          )}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-1.5 text-12 text-meta">
          <Icon name={seenByWords[shown.seenBy].icon} size={12} />
          Seen <Time at={shown.seenAt} as="relative" />, {seenByWords[shown.seenBy].words}
          <Button
            variant="quiet"
            size="sm"
            busy={fresh.isPending}
            onClick={() => fresh.mutate()}
            className="ms-1 h-5! text-12! text-accent! hover:underline"
          >
            Look again
          </Button>
        </p>
        <ProblemNotice error={fresh.error ?? read.error} className="mt-3" />
        {detail?.problem && (
          <p role="status" className="mt-2 text-12 text-turn">
            {detail.problem.title}. What you see is our record.
          </p>
        )}
        <NextStep detail={detail} failed={read.error !== null} />
        <DefinitionList termWidth="sm" className="mt-5" items={facts(shown, detail)} />
        {detail && detail.timeline.length > 0 && (
          <>
            <h3 className="mt-5 mb-2 border-t pt-4">Latest</h3>
            <MiniTimeline entries={detail.timeline.slice(0, latest)} />
            <p className="mt-3 flex justify-between gap-2 text-12 text-meta">
              <span>
                Times in <ZoneName at={shown.seenAt} />, <Time at={shown.seenAt} as="date" />
              </span>
              <TextLink href={href}>
                {detail.timeline.length === 1 ? 'The import' : `All ${detail.timeline.length} entries`}
              </TextLink>
            </p>
          </>
        )}
      </div>
      <div className="flex gap-2 border-t px-6 py-3">
        <LinkButton variant="primary" href={href}>
          Open <Kbd onFill>Enter</Kbd>
        </LinkButton>
        {mayHandOver && environment === 'live' && (
          <Button icon="link" busy={link.isPending} onClick={copyLink}>
            Copy customer link
          </Button>
        )}
      </div>
    </aside>
  );
}

function NextStep({ detail, failed }: { detail: ImportDetail | undefined; failed: boolean }) {
  if (failed) return null;
  return (
    <div className="mt-4 min-h-15 border-s-2 border-s-accent ps-3 text-13 text-ink-2">
      {detail ? (
        <>
          <b className="text-ink">Next step.</b> {detail.nextStep.inside || detail.nextStep.say}
        </>
      ) : (
        <>
          <LoadingNote>Loading the import</LoadingNote>
          <Skeleton className="mt-1 w-60" />
          <Skeleton className="mt-2 w-48" />
        </>
      )}
    </div>
  );
}

function facts(row: ImportRow, detail: ImportDetail | undefined) {
  const kinds = detail ? new Set(detail.warnings.map(({ kind }) => kind ?? '')).size : 0;
  return [
    { term: 'From', value: row.tool === null ? 'not told' : <ToolName name={row.tool} /> },
    { term: 'Family', value: row.family ?? 'not told' },
    { term: 'Records', value: row.records === null ? 'not told' : <Num value={row.records} /> },
    {
      term: 'Users',
      value:
        row.usersTotal === null ? (
          'not told'
        ) : (
          <>
            <Num value={row.usersMatched ?? 0} /> of <Num value={row.usersTotal} /> matched
          </>
        ),
    },
    {
      term: 'Warnings',
      value:
        row.warnings === 0 ? (
          <None />
        ) : (
          <span className="inline-flex items-center gap-1.25">
            <Icon name="warning" size={13} className="text-turn" />
            <Num value={row.warnings} />
            {kinds > 0 && <span className="text-meta">in {kinds === 1 ? '1 kind' : `${kinds} kinds`}</span>}
          </span>
        ),
    },
    { term: 'Decision', value: row.decision === 'none' ? <None /> : <DecisionText decision={row.decision} /> },
  ];
}
