'use client';

import { useMemo } from 'react';
import type { ImportDetail, ImportRow, ObservationSource } from '@/lib/contract/imports';
import { ProblemNotice, toastError } from '../ui/problem-notice';
import { useCreateCustomerLink } from '@/lib/query/use-customer-links';
import { useImportPreview, useRefreshImport } from '@/lib/query/use-import';
import { groupWarnings } from '../import/group-warnings';
import { importHref } from '../import/import-href';
import { StatusBadge } from '../status/status-text';
import { shownStatus } from '../status/status-tone';
import { ToolName } from '../ui/avatar';
import { Button } from '../ui/button';
import { DefinitionList } from '../ui/definition-list';
import { Icon, type IconName } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { MatchedUsers, PreviewPanel } from '../ui/preview-panel';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { None } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time, ZoneName } from '../ui/time';
import { toast } from '../ui/toast-store';
import { WarningCount } from './cursor-table';
import { DecisionText } from './decision-text';
import { MiniTimeline } from './mini-timeline';
import { PreviewWarnings } from './preview-warnings';

const seenByLabels: Record<ObservationSource, { label: string; icon: IconName }> = {
  created: { label: 'when it was created', icon: 'plus' },
  lookup: { label: 'by look-up', icon: 'search' },
  watcher: { label: 'by the poller', icon: 'watch' },
  webhook: { label: 'by webhook', icon: 'hook' },
  decision: { label: 'by its decision', icon: 'stamp' },
  customer: { label: 'by the customer', icon: 'person' },
  demo: { label: 'in the demo’s history', icon: 'note' },
};

/** Shows the row's data at once and loads the rest. */
export function ImportPreviewPanel({
  row,
  mayShareLink,
  onClose,
}: {
  row: ImportRow;
  mayShareLink: boolean;
  onClose: () => void;
}) {
  const { environment, id } = row;
  const query = useImportPreview(environment, id);
  const refresh = useRefreshImport(environment, id);
  const link = useCreateCustomerLink(environment, id);
  const detail = query.data;
  const groups = useMemo(() => (detail ? groupWarnings(detail.warnings, detail.warningRules) : []), [detail]);
  const shown = detail?.row ?? row;
  const status = shownStatus(shown);
  const href = importHref(id);

  function copyLink() {
    link.mutate(undefined, {
      onSuccess: async ({ url }) => {
        try {
          await navigator.clipboard.writeText(url);
          toast({
            tone: 'done',
            title: 'Customer link copied',
            detail: 'Anyone with the link sees this one migration.',
          });
        } catch {
          toast({
            tone: 'error',
            title: 'The browser did not let us copy',
            detail: 'Open the import and copy it there.',
          });
        }
      },
      onError: (error) => toastError('No customer link', error),
    });
  }

  return (
    <PreviewPanel
      title={shown.username}
      subtitle={
        <>
          <span className="mono">{id}</span>
          {shown.instanceUrl !== null && ` at ${shown.instanceUrl.replace(/^https?:\/\//, '')}`}
        </>
      }
      factsLabel="Facts of the import"
      onClose={onClose}
      actions={
        <>
          <LinkButton variant="primary" href={href}>
            Open <Kbd onFill>Enter</Kbd>
          </LinkButton>
          {mayShareLink && environment === 'live' && (
            <Button icon="link" busy={link.isPending} onClick={copyLink}>
              Copy customer link
            </Button>
          )}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-meta">
        {status === null ? 'No status reported yet' : <StatusBadge status={status} />}
        {!shown.gone && shown.sinceTo !== null && (
          <span>
            for <Time at={shown.sinceTo} as="age" />
          </span>
        )}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-1.5 text-12 text-meta">
        <Icon name={seenByLabels[shown.seenBy].icon} size={12} />
        <span>
          Seen <Time at={shown.seenAt} as="relative" /> {seenByLabels[shown.seenBy].label}
        </span>
        <Button
          variant="quiet"
          size="sm"
          busy={refresh.isPending}
          onClick={() => refresh.mutate()}
          className="ms-1 h-5! text-12! text-accent! hover:underline"
        >
          Refresh
        </Button>
      </p>
      <ProblemNotice error={refresh.error ?? query.error} className="mt-3" />
      {detail?.problem && (
        <p role="status" className="mt-2 text-12 text-turn">
          {detail.problem.title}. What you see is our record.
        </p>
      )}
      <NextStep detail={detail} failed={query.error !== null} />
      <DefinitionList termWidth="sm" className="mt-5" items={facts(shown, groups.length)} />
      <PreviewWarnings groups={groups} href={href} />
      {detail && detail.timeline.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 border-t pt-4">Latest</h3>
          <MiniTimeline entries={detail.timeline} />
          <p className="mt-3 flex justify-between gap-2 text-12 text-meta">
            <span>
              Times in <ZoneName at={shown.seenAt} />
            </span>
            <TextLink href={href}>
              {detail.timeline.length === 1 ? 'The import' : `All ${detail.timeline.length} entries`}
            </TextLink>
          </p>
        </>
      )}
    </PreviewPanel>
  );
}

function NextStep({ detail, failed }: { detail: ImportDetail | undefined; failed: boolean }) {
  if (failed) return null;
  return (
    <div className="mt-4 min-h-15 border-s-2 border-s-accent ps-3 text-13 text-ink-2">
      {detail ? (
        <>
          <b className="text-ink">Next step.</b>{' '}
          {detail.nextStep.internal || `Reply to the customer: ${detail.nextStep.reply}`}
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

function facts(row: ImportRow, kinds: number) {
  return {
    From: row.tool === null ? 'Unknown' : <ToolName name={row.tool} />,
    Family: row.family ?? 'Unknown',
    Records: row.records === null ? 'Unknown' : <Num value={row.records} />,
    Users: <MatchedUsers matched={row.usersMatched} total={row.usersTotal} />,
    Warnings: (
      <WarningCount count={row.warnings}>
        {kinds > 0 && <span className="text-meta">in {kinds === 1 ? '1 kind' : `${kinds} kinds`}</span>}
      </WarningCount>
    ),
    Decision: row.decision === 'none' ? <None /> : <DecisionText decision={row.decision} />,
  };
}
