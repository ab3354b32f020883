'use client';

import { useState } from 'react';
import type { Decision } from '@/lib/contract/decisions';
import type { MonthBudget } from '@/lib/contract/policy';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';
import { useDecide } from '@/lib/query/use-sponsorship';
import { CustomerLink } from '../shell/customer-link';
import { StatusText } from '../status/status-text';
import { shownStatus } from '../status/status-tone';
import { Avatar } from '../ui/avatar';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { DefinitionList, type Definitions } from '../ui/definition-list';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { Kbd } from '../ui/kbd';
import { Notice } from '../ui/notice';
import { Num } from '../ui/number';
import { onCtrlEnter } from '../ui/on-ctrl-enter';
import { MatchedUsers } from '../ui/preview-panel';
import { Time } from '../ui/time';
import { requestSourceLabel } from './request-source-label';
import { budgetWarning, usedBudget } from './budget';
import { toast } from '../ui/toast-store';
import { DecisionStateLabel } from './decision-state-label';
import { decisionToast } from './decision-toast';
import { ReasonAndNote } from './reason-and-note';
import { useUndo } from './use-undo';
import { useEnvironment } from '../ui/use-environment';
import { decideDialogLabels, decideFactLabels } from './dialog-labels';
import { sponsorshipLabels } from './labels';

export interface DecideDialogProps {
  item: QueueItem;
  kind: 'accept' | 'reject';
  budget: MonthBudget;
  viewer: { id: string; name: string; isAdmin: boolean };
  reasonRequired: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** States the consequence and asks for a reason. Nothing is shown as done before the service confirms it. */
export function DecideDialog(props: DecideDialogProps) {
  const { item, kind, viewer, budget } = props;
  const environment = useEnvironment();
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [overrideBudget, setOverrideBudget] = useState(false);
  const [confirmedStatus, setConfirmedStatus] = useState<string | undefined>();
  const { undo } = useUndo(environment, item.importId);
  const { decide } = useDecide(environment, item.importId);
  // What the approver was shown when the dialog opened, then what a conflict was about.
  const [{ error: conflict, item: shownItem }, setShown] = useState<{ error: unknown; item: QueueItem }>({
    error: null,
    item,
  });
  if (decide.error !== conflict && problemOf(decide.error)?.status === 409) setShown({ error: decide.error, item });
  const { decision: shown, inEffect } = shownItem;
  const customer = item.username ?? sponsorshipLabels.importName(item.importId);
  const proposal = shown?.state === 'proposed' && shown.kind === kind ? shown : null;
  const needsSecond = kind === 'accept' && item.policy.needsSecond && proposal === null;
  const overBudget = kind === 'accept' && budget.level === 'stop' && !proposal?.overBudget;
  const cannotGoOver = overBudget && (proposal !== null || !viewer.isAdmin);
  const oddStatus = kind === 'accept' && item.oddity !== null ? item.status?.known : undefined;
  const unconfirmed = oddStatus !== confirmedStatus && oddStatus !== undefined;
  const isOwnProposal = proposal !== null && proposal.proposedBy?.id === viewer.id;
  const isBlocked = unconfirmed || cannotGoOver || isOwnProposal;
  const reversesDecision = item.inEffect !== null && item.inEffect !== kind;
  const hasChanged =
    !decide.isPending &&
    (item.decision?.id !== shown?.id || item.decision?.state !== shown?.state || item.inEffect !== inEffect);
  const rejectsAgain = kind === 'reject' && item.inEffect === kind && item.requestOpen;

  const send = () => {
    if (decide.isPending || isBlocked) return;
    const seen = { decisionId: shown?.id ?? null, ...(shown && { decisionState: shown.state }), inEffect };
    const confirmed = oddStatus === undefined ? {} : { confirmStatus: oddStatus };
    decide.mutate(
      { kind, reason, note, overrideBudget, needsSecond, ...seen, ...confirmed },
      {
        onSuccess: (decision) => {
          props.onDone();
          toast(decisionToast(decision, { customer, onUndo: () => void undo(decision) }));
        },
      },
    );
  };

  return (
    <Dialog
      onClose={props.onClose}
      busy={decide.isPending}
      size="lg"
      title={decideDialogLabels.title(kind, customer)}
      side={<Facts item={item} kind={kind} budget={budget} />}
      note={
        rejectsAgain ? undefined : (
          <>
            <Icon name="lock" size={14} /> {decideDialogLabels.sentOnce}
          </>
        )
      }
      action={
        <Button variant="primary" busy={decide.isPending} disabled={isBlocked} onClick={send}>
          {(needsSecond ? sponsorshipLabels.propose : sponsorshipLabels.decide)[kind]}{' '}
          <Kbd onFill>{sponsorshipLabels.ctrlEnter}</Kbd>
        </Button>
      }
    >
      <div onKeyDown={onCtrlEnter(send)}>
        {environment === 'sandbox' && (
          <Notice tone="info" title={sponsorshipLabels.sandbox} className="mb-4">
            {decideDialogLabels.sandbox}
          </Notice>
        )}
        <p className="mt-2 text-14 [overflow-wrap:anywhere]">
          {decideDialogLabels.consequence(kind, customer, item.importId)}{' '}
          {needsSecond
            ? decideDialogLabels.secondPerson
            : rejectsAgain
              ? decideDialogLabels.rejectedBefore
              : decideDialogLabels.final}
        </p>
        {proposal !== null && (
          <ApprovalSteps
            proposal={proposal}
            policy={item.policy.explanation}
            approver={isOwnProposal ? null : viewer.name}
          />
        )}
        <ProblemNotice error={decide.error} except="reason" className="mt-4" />
        {hasChanged && (
          <Notice tone="turn" icon="warning" title={decideDialogLabels.hasChanged} live className="mt-4">
            <DecisionStateLabel item={item} viewerId={viewer.id} />
          </Notice>
        )}
        {reversesDecision && (
          <Notice tone="turn" icon="warning" title={decideDialogLabels.decidedBefore} className="mt-4">
            {decideDialogLabels.decidedBeforeWhy}
          </Notice>
        )}
        {oddStatus !== undefined && (
          <Notice tone="turn" icon="warning" title={item.oddity ?? ''} className="mt-4">
            <Checkbox
              label={decideDialogLabels.acceptAlthough(oddStatus)}
              checked={!unconfirmed}
              onChange={(event) => setConfirmedStatus(event.target.checked ? oddStatus : undefined)}
            />
          </Notice>
        )}
        {kind === 'accept' && proposal?.overBudget && (
          <Notice tone="turn" icon="warning" title={decideDialogLabels.overBudget} className="mt-4">
            {decideDialogLabels.overBudgetBy(proposal.proposedBy?.name ?? sponsorshipLabels.unknown)}
          </Notice>
        )}
        {kind === 'accept' && budget.level === 'warn' && (
          <Notice tone="turn" icon="warning" title={decideDialogLabels.nearlyUsedUp} className="mt-4">
            {budgetWarning(budget)}
          </Notice>
        )}
        {overBudget && (
          <Notice tone="turn" icon="warning" title={decideDialogLabels.usedUp} className="mt-4">
            {proposal !== null ? (
              decideDialogLabels.usedUpSince
            ) : viewer.isAdmin ? (
              <Checkbox
                label={decideDialogLabels.exceedBudget}
                checked={overrideBudget}
                onChange={(event) => setOverrideBudget(event.target.checked)}
              />
            ) : (
              decideDialogLabels.adminsOnly
            )}
          </Notice>
        )}
        <ReasonAndNote
          reason={reason}
          note={note}
          reasonOptional={!props.reasonRequired && !overBudget}
          reasonErrors={fieldErrors(problemOf(decide.error), 'reason')}
          onReason={setReason}
          onNote={setNote}
        />
      </div>
    </Dialog>
  );
}

function ApprovalSteps({
  proposal,
  policy,
  approver,
}: {
  proposal: Decision;
  policy: string;
  /** Null if the viewer has proposed it. */
  approver: string | null;
}) {
  return (
    <ul className="mt-4 divide-y border-y">
      <li className="flex gap-2.5 py-2.5 text-13">
        <Avatar name={proposal.proposedBy?.name ?? '?'} size="sm" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <b>{proposal.proposedBy?.name}</b>
          {decideDialogLabels.proposed}
          <Time at={proposal.proposedAt} as="relative" />
          {proposal.reason !== '' && (
            <span className="block text-12 text-meta">{sponsorshipLabels.quote(proposal.reason)}</span>
          )}
        </span>
        <Icon name="check" size={16} className="text-done" />
      </li>
      <li className="flex gap-2.5 py-2.5 text-13">
        <Avatar name={approver ?? '?'} size="sm" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {approver === null ? (
            decideDialogLabels.someoneElse
          ) : (
            <>
              <b>{decideDialogLabels.you}</b>
              {decideDialogLabels.approve}
            </>
          )}
          <span className="block text-12 text-meta">{policy}</span>
        </span>
      </li>
    </ul>
  );
}

function Facts({ item, kind, budget }: { item: QueueItem; kind: 'accept' | 'reject'; budget: MonthBudget }) {
  const used = usedBudget(budget);
  const status = shownStatus(item);
  const before = item.earlier.filter((earlier) => earlier.kind !== 'reject' && earlier.sameCustomer).length;
  const labels = decideFactLabels;
  const facts: Definitions = {
    [labels.customer]:
      item.username === null ? sponsorshipLabels.unknown : <CustomerLink username={item.username} newTab />,
    [labels.import]: <span className="font-mono text-12">{item.importId}</span>,
    [labels.status]: status === null ? sponsorshipLabels.unknown : <StatusText wrap status={status} />,
    ...(item.requestOpen && {
      [labels.requested]: <Time at={item.askedAt} as="relative" />,
      [labels.how]: requestSourceLabel(item),
    }),
    [labels.sample]: (
      <>
        {item.records === null ? (
          labels.unknownRecords
        ) : (
          <>
            <Num value={item.records} />
            {labels.records}
          </>
        )}
        <Num value={item.warnings} />
        {labels.warnings(item.warnings)}
      </>
    ),
    [labels.users]: <MatchedUsers matched={item.usersMatched} total={item.usersTotal} />,
    [labels.before]: labels.sponsoredBefore(before),
  };
  if (item.earlierYear > 0) facts[labels.domain] = labels.sponsoredThisYear(item.earlierYear);
  if (kind === 'accept') facts[labels.budget] = labels.budgetAfter(used + 1, budget.limit);
  return (
    <>
      <h3 className="mb-3 text-13 font-strong">{labels.title}</h3>
      <DefinitionList termWidth="sm" items={facts} />
    </>
  );
}
