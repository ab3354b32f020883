'use client';

import { useMemo } from 'react';
import type { ImportDetail, ImportRow, ObservationSource } from '@/lib/contract/imports';
import { ProblemNotice, toastError } from '../ui/problem-notice';
import { useCreateCustomerLink } from '@/lib/query/use-customer-links';
import { useImportPreview, useRefreshImport } from '@/lib/query/use-import';
import { groupWarnings } from '../import/group-warnings';
import { importHref } from '../import/import-href';
import { factLabels, importLabels, nextStepLabels, sectionLabels, seenByLabels, tagLabels } from '../import/labels';
import { previewLabels } from '../import/on-demand-labels';
import { CustomerLink } from '../shell/customer-link';
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
import { WarningCount } from './cursor-row';
import { DecisionText } from './decision-text';
import { MiniTimeline } from './mini-timeline';
import { PreviewWarnings } from './preview-warnings';

const seenByIcons: Record<ObservationSource, IconName> = {
  created: 'plus',
  lookup: 'search',
  watcher: 'watch',
  webhook: 'hook',
  decision: 'stamp',
  customer: 'person',
  demo: 'note',
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
    // Callbacks of `mutate` would not run if the panel is closed meanwhile.
    link.mutateAsync().then(
      async ({ url }) => {
        try {
          await navigator.clipboard.writeText(url);
          toast({
            tone: 'done',
            title: previewLabels.linkCopied,
            detail: previewLabels.linkCopiedDetail,
          });
        } catch {
          toast({
            tone: 'error',
            title: previewLabels.notCopied,
            detail: previewLabels.notCopiedDetail,
          });
        }
      },
      (error: Error) => toastError(previewLabels.noLink, error),
    );
  }

  return (
    <PreviewPanel
      title={shown.username}
      subtitle={
        <>
          <span className="mono">{id}</span>
          {shown.instanceUrl !== null && ` ${previewLabels.at(shown.instanceUrl.replace(/^https?:\/\//, ''))}`}
        </>
      }
      factsLabel={previewLabels.facts}
      onClose={onClose}
      actions={
        <>
          <LinkButton variant="primary" href={href}>
            {previewLabels.open} <Kbd onFill>{previewLabels.openKey}</Kbd>
          </LinkButton>
          {mayShareLink && environment === 'live' && (
            <Button icon="link" busy={link.isPending} onClick={copyLink}>
              {previewLabels.copyLink}
            </Button>
          )}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-meta">
        {status === null ? importLabels.noStatus : <StatusBadge status={status} />}
        {!shown.gone && shown.sinceTo !== null && (
          <span>
            {importLabels.statusAge(false, shown.sinceFrom !== null)} <Time at={shown.sinceTo} as="age" />
          </span>
        )}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-1.5 text-12 text-meta">
        <Icon name={seenByIcons[shown.seenBy]} size={12} />
        <span>
          {importLabels.seen} <Time at={shown.seenAt} as="relative" /> {seenByLabels[shown.seenBy]}
        </span>
        <Button
          variant="quiet"
          size="sm"
          busy={refresh.isPending}
          onClick={() => refresh.mutate()}
          className="ms-1 h-5! text-12! text-accent! hover:underline"
        >
          {importLabels.refresh}
        </Button>
      </p>
      <ProblemNotice error={refresh.error ?? query.error} className="mt-3" />
      {detail?.problem && (
        <p role="status" className="mt-2 text-12 text-turn">
          {previewLabels.problem(detail.problem.title)}
        </p>
      )}
      <NextStep detail={detail} failed={query.error !== null} />
      <DefinitionList termWidth="sm" className="mt-5" items={facts(shown, groups.length)} />
      <PreviewWarnings groups={groups} href={href} />
      {detail && detail.timeline.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 border-t pt-4">{previewLabels.latest}</h3>
          <MiniTimeline entries={detail.timeline} />
          <p className="mt-3 flex justify-between gap-2 text-12 text-meta">
            <span>
              {sectionLabels.timesIn} <ZoneName at={shown.seenAt} />
            </span>
            <TextLink href={href}>{previewLabels.allEntries(detail.timeline.length)}</TextLink>
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
          <b className="text-ink">{nextStepLabels.title}</b>{' '}
          {detail.nextStep.internal || `${nextStepLabels.reply} ${detail.nextStep.reply}`}
        </>
      ) : (
        <>
          <LoadingNote>{previewLabels.loading}</LoadingNote>
          <Skeleton className="mt-1 w-60" />
          <Skeleton className="mt-2 w-48" />
        </>
      )}
    </div>
  );
}

function facts(row: ImportRow, kinds: number) {
  return {
    ...(row.username === null ? {} : { [factLabels.customer]: <CustomerLink username={row.username} /> }),
    [factLabels.from]: row.tool === null ? importLabels.unknown : <ToolName name={row.tool} />,
    [factLabels.family]: row.family ?? importLabels.unknown,
    ...(row.tags.length > 0 && { [tagLabels.group]: row.tags.join(', ') }),
    [previewLabels.records]: row.records === null ? importLabels.unknown : <Num value={row.records} />,
    [previewLabels.users]: <MatchedUsers matched={row.usersMatched} total={row.usersTotal} />,
    [previewLabels.warnings]: (
      <WarningCount count={row.warnings}>
        {kinds > 0 && <span className="text-meta">{previewLabels.warningKinds(kinds)}</span>}
      </WarningCount>
    ),
    [previewLabels.decision]: row.decision === 'none' ? <None /> : <DecisionText decision={row.decision} />,
  };
}
