'use client';

import { useState } from 'react';
import type { Decision, Resolution } from '@/lib/contract/decisions';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { ProblemNotice, problemOf } from '../ui/problem-notice';
import { useDecide } from '@/lib/query/use-sponsorship';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { TextAreaField } from '../ui/field';
import { Icon } from '../ui/icon';
import { RadioList } from '../ui/radio-cards';
import { useEnvironment } from '../ui/use-environment';
import { resolveLabels } from './dialog-labels';
import { describeSecondPeople, isSecondPerson } from './second-people';

const resolutions: readonly Resolution[] = ['settled_done', 'settled_not_done', 'send_again'];

/** Only a person can resolve an unknown outcome, and must say how they know. */
export function ResolveForm({
  subject,
  decision,
  secondPeople,
  viewerId,
  inEffect = null,
  paused = false,
  customersPay = false,
  oddity = null,
  status,
}: {
  /** The import id, or the decision id if the import is unknown. */
  subject: string;
  decision: Decision;
  secondPeople: QueueItem['secondPeople'];
  viewerId: string;
  inEffect?: QueueItem['inEffect'];
  /** Nothing can be sent now. */
  paused?: boolean;
  /** An acceptance is not sent again. */
  customersPay?: boolean;
  /** What makes sending again odd, and the status to confirm. */
  oddity?: string | null;
  status?: string | undefined;
}) {
  const [resolution, setResolution] = useState<Resolution>('settled_done');
  const [reason, setReason] = useState('');
  const [confirmedStatus, setConfirmedStatus] = useState<string | undefined>();
  const { resolve } = useDecide(useEnvironment(), subject);
  const problem = problemOf(resolve.error);
  const needsOther = secondPeople !== null && !isSecondPerson(secondPeople, viewerId);
  const sendsAgain = !paused && !customersPay && decision.kind !== 'start_full';
  const offered = resolutions.filter(
    (value) => value === 'settled_done' || (!needsOther && (value !== 'send_again' || sendsAgain)),
  );
  return (
    <form
      noValidate
      className="mt-4 grid gap-4 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (resolve.isPending) return;
        resolve.mutate({
          decisionId: decision.id,
          resolution,
          reason,
          sends: decision.sends,
          lateReply: decision.lateAnswer !== null,
          inEffect,
          ...(confirmedStatus && { confirmStatus: confirmedStatus }),
        });
      }}
    >
      {decision.lateAnswer !== null && <p className="text-13">{resolveLabels.lateAnswer(decision.lateAnswer)}</p>}
      <RadioList
        name={`resolution-${decision.id}`}
        legend={resolveLabels.question}
        hideLegend
        options={offered.map((value) => ({ value, ...resolveLabels.options[value] }))}
        value={resolution}
        onChange={setResolution}
      />
      {needsOther && (
        <p className="text-12 text-meta">
          {resolveLabels.needsOther} {describeSecondPeople(secondPeople, 'choose')}
        </p>
      )}
      {customersPay && <p className="text-12 text-meta">{resolveLabels.customersPay}</p>}
      {resolution === 'send_again' && decision.kind === 'accept' && oddity !== null && status !== undefined && (
        <Checkbox
          label={resolveLabels.sendAlthough(oddity, status)}
          checked={confirmedStatus === status}
          onChange={(event) => setConfirmedStatus(event.target.checked ? status : undefined)}
        />
      )}
      <TextAreaField
        label={resolveLabels.reason}
        error={problem?.errors.map((error) => error.message)}
        placeholder={resolveLabels.reasonPlaceholder}
        maxLength={4000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {problem?.errors.length === 0 && <ProblemNotice error={resolve.error} />}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" busy={resolve.isPending} disabled={reason.trim() === ''}>
          {resolveLabels.record}
        </Button>
        {reason.trim() === '' && <span className="text-12 text-meta">{resolveLabels.reasonMissing}</span>}
      </div>
      {decision.kind !== 'start_full' && (
        <p className="flex gap-1.5 border-t pt-3 text-12 text-meta">
          <Icon name="lock" size={14} /> {resolveLabels.blocked(decision.kind === 'reject' ? 'accept' : 'reject')}
        </p>
      )}
    </form>
  );
}
