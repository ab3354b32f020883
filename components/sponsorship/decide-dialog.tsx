'use client';

import { useState } from 'react';
import type { Decision } from '@/lib/contract/decisions';
import type { MonthBudget } from '@/lib/contract/policy';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';
import { useDecide } from '@/lib/query/use-sponsorship';
import { StatusText } from '../status/status-text';
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
import { Time } from '../ui/time';
import { requestSourceLabel } from './request-source-label';
import { budgetWarning, usedBudget } from './budget';
import { toast } from '../ui/toast-store';
import { decisionToast } from './decision-toast';
import { ReasonAndNote } from './reason-and-note';
import { useUndo } from './use-undo';
import { useEnvironment } from '../ui/use-environment';

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
  // What the approver was shown: the decision when the dialog opened, then the one that a conflict was about.
  const [{ error: conflict, decision: shown }, setShown] = useState<{ error: unknown; decision: Decision | null }>({
    error: null,
    decision: item.decision,
  });
  if (decide.error !== conflict && problemOf(decide.error)?.status === 409) {
    setShown({ error: decide.error, decision: item.decision });
  }
  const customer = item.username ?? `import ${item.importId}`;
  const actionLabel = kind === 'accept' ? 'Accept sponsorship' : 'Reject sponsorship';
  const proposal = shown?.state === 'proposed' && shown.kind === kind ? shown : null;
  const needsSecond = kind === 'accept' && item.policy.needsSecond && proposal === null;
  const overBudget = kind === 'accept' && budget.level === 'stop' && !proposal?.overBudget;
  const cannotGoOver = overBudget && (proposal !== null || !viewer.isAdmin);
  const oddStatus = kind === 'accept' && item.oddity !== null ? item.status?.known : undefined;
  const unconfirmed = oddStatus !== confirmedStatus && oddStatus !== undefined;
  const reversesDecision = item.inEffect !== null && item.inEffect !== kind && !item.requestOpen;

  const send = () => {
    if (decide.isPending || unconfirmed || cannotGoOver) return;
    const seen = { decisionId: shown?.id ?? null, ...(shown && { decisionState: shown.state }) };
    const confirmed = oddStatus === undefined ? {} : { confirmStatus: oddStatus };
    decide.mutate(
      { kind, reason, note, overrideBudget, ...seen, ...confirmed },
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
      title={`${actionLabel} for ${customer}?`}
      side={<Facts item={item} kind={kind} budget={budget} />}
      note={
        <>
          <Icon name="lock" size={14} /> Sent only once. If no reply arrives, we flag it for you.
        </>
      }
      action={
        <Button variant="primary" busy={decide.isPending} disabled={unconfirmed || cannotGoOver} onClick={send}>
          {needsSecond ? `Propose: ${actionLabel.toLowerCase()}` : actionLabel} <Kbd onFill>Ctrl Enter</Kbd>
        </Button>
      }
    >
      <div onKeyDown={onCtrlEnter(send)}>
        {environment === 'sandbox' && (
          <Notice tone="info" title="Sandbox" className="mb-4">
            The service validates the call and does nothing. Nothing will be {kind}ed.
          </Notice>
        )}
        <p className="mt-2 text-14">
          {kind === 'accept'
            ? `Your company will pay for the full migration of ${customer}, import ${item.importId}.`
            : `Your company will not pay for the full migration of ${customer}, import ${item.importId}; they can buy it from the service.`}{' '}
          {needsSecond
            ? 'A second person has to approve before anything is sent.'
            : 'Once sent, this cannot be taken back from here.'}
        </p>
        {proposal !== null && <ApprovalSteps proposal={proposal} policy={item.policy.says} viewer={viewer} />}
        <ProblemNotice error={decide.error} except="reason" className="mt-4" />
        {reversesDecision && (
          <Notice tone="turn" icon="warning" title="This was decided before." className="mt-4">
            The service does not promise that a confirmed decision can be changed.
          </Notice>
        )}
        {oddStatus !== undefined && (
          <Notice tone="turn" icon="warning" title={item.oddity ?? ''} className="mt-4">
            <Checkbox
              label={`Accept sponsorship although the status is “${oddStatus}”`}
              checked={!unconfirmed}
              onChange={(event) => setConfirmedStatus(event.target.checked ? oddStatus : undefined)}
            />
          </Notice>
        )}
        {kind === 'accept' && proposal?.overBudget && (
          <Notice tone="turn" icon="warning" title="This goes over the month’s budget." className="mt-4">
            {proposal.proposedBy?.name} proposed to go over it.
          </Notice>
        )}
        {kind === 'accept' && budget.level === 'warn' && (
          <Notice tone="turn" icon="warning" title="The budget is nearly used up." className="mt-4">
            {budgetWarning(budget)}
          </Notice>
        )}
        {overBudget && (
          <Notice tone="turn" icon="warning" title="This month’s budget is used up." className="mt-4">
            {proposal !== null ? (
              'It was used up after this was proposed. Withdraw the proposal; an admin can then propose to go over the budget.'
            ) : viewer.isAdmin ? (
              <Checkbox
                label="Go over the budget, for the reason below. A second person has to approve."
                checked={overrideBudget}
                onChange={(event) => setOverrideBudget(event.target.checked)}
              />
            ) : (
              'Only an admin may go over it, with a reason and a second person.'
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

function ApprovalSteps({ proposal, policy, viewer }: { proposal: Decision; policy: string; viewer: { name: string } }) {
  return (
    <ul className="mt-4 divide-y border-y">
      <li className="flex gap-2.5 py-2.5 text-13">
        <Avatar name={proposal.proposedBy?.name ?? '?'} size="sm" />
        <span className="min-w-0 flex-1">
          <b>{proposal.proposedBy?.name}</b> proposed <Time at={proposal.proposedAt} as="relative" />
          {proposal.reason !== '' && <span className="block text-12 text-meta">“{proposal.reason}”</span>}
        </span>
        <Icon name="check" size={16} className="text-done" />
      </li>
      <li className="flex gap-2.5 py-2.5 text-13">
        <Avatar name={viewer.name} size="sm" />
        <span className="min-w-0 flex-1">
          <b>You</b> approve as the second person
          <span className="block text-12 text-meta">{policy}</span>
        </span>
      </li>
    </ul>
  );
}

function Facts({ item, kind, budget }: { item: QueueItem; kind: 'accept' | 'reject'; budget: MonthBudget }) {
  const used = usedBudget(budget);
  const before = item.earlier.filter((earlier) => earlier.kind !== 'reject' && earlier.sameCustomer).length;
  const facts: Definitions = {
    Customer: item.username ?? 'Unknown',
    Import: <span className="font-mono text-12">{item.importId}</span>,
    Status: item.status ? <StatusText wrap status={item.status} /> : 'Unknown',
    Requested: <Time at={item.askedAt} as="relative" />,
    How: requestSourceLabel(item),
    Sample: (
      <>
        {item.records === null ? 'Unknown number of' : <Num value={item.records} />} records,{' '}
        <Num value={item.warnings} /> {item.warnings === 1 ? 'warning' : 'warnings'}
      </>
    ),
    Users: item.usersTotal === null ? 'Unknown' : `${item.usersMatched ?? 0} of ${item.usersTotal} matched`,
    Before: before === 0 ? 'Never sponsored' : before === 1 ? 'Sponsored once' : `Sponsored ${before} times`,
  };
  if (item.earlierYear > 0) facts['Domain'] = `${item.earlierYear} sponsored this year`;
  if (kind === 'accept') {
    facts['Budget'] =
      budget.limit === null ? `${used + 1} this month after this` : `${used + 1} of ${budget.limit} after this`;
  }
  return (
    <>
      <h3 className="mb-3 text-13 font-strong">Facts</h3>
      <DefinitionList termWidth="sm" items={facts} />
    </>
  );
}
