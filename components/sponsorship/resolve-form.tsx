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
import { describeSecondPeople, isSecondPerson } from './second-people';

const resolutionOptions: readonly { value: Resolution; label: string; hint: string }[] = [
  {
    value: 'settled_done',
    label: 'Carried out',
    hint: 'The migration service says it arrived. Nothing is sent.',
  },
  {
    value: 'settled_not_done',
    label: 'Not carried out',
    hint: 'The migration service says it never arrived. Nothing is sent.',
  },
  {
    value: 'send_again',
    label: 'Send again',
    hint: 'The migration service says it never arrived. It is sent once more.',
  },
];

/** Only a person can resolve an unknown outcome, and must say how they know. */
export function ResolveForm({
  subject,
  decision,
  secondPeople,
  viewerId,
  oddity = null,
  status,
}: {
  /** The import id, or the decision id if the import is unknown. */
  subject: string;
  decision: Decision;
  secondPeople: QueueItem['secondPeople'];
  viewerId: string;
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
  const offered = resolutionOptions.filter(
    ({ value }) =>
      value === 'settled_done' || (!needsOther && (value !== 'send_again' || decision.kind !== 'start_full')),
  );
  const opposite = decision.kind === 'reject' ? 'Accept sponsorship' : 'Reject sponsorship';
  return (
    <form
      className="mt-4 grid gap-4 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (resolve.isPending) return;
        resolve.mutate({
          decisionId: decision.id,
          resolution,
          reason,
          ...(confirmedStatus && { confirmStatus: confirmedStatus }),
        });
      }}
    >
      <RadioList
        name={`resolution-${decision.id}`}
        legend="What did the migration service say?"
        hideLegend
        options={offered}
        value={resolution}
        onChange={setResolution}
      />
      {needsOther && (
        <p className="text-12 text-meta">
          You count as the last approver, so someone else has to choose “Send again” or “Not carried out”.{' '}
          {describeSecondPeople(secondPeople, 'choose')}
        </p>
      )}
      {resolution === 'send_again' && decision.kind === 'accept' && oddity !== null && status !== undefined && (
        <Checkbox
          label={`${oddity} Send again although the status is “${status}”`}
          checked={confirmedStatus === status}
          onChange={(event) => setConfirmedStatus(event.target.checked ? status : undefined)}
        />
      )}
      <TextAreaField
        label="Reason"
        error={problem?.errors.map((error) => error.message)}
        placeholder="Who confirmed it, and when"
        maxLength={4000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {problem?.errors.length === 0 && <ProblemNotice error={resolve.error} />}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" busy={resolve.isPending} disabled={reason.trim() === ''}>
          Record outcome
        </Button>
        {reason.trim() === '' && <span className="text-12 text-meta">Needs a reason</span>}
      </div>
      {decision.kind !== 'start_full' && (
        <p className="flex gap-1.5 border-t pt-3 text-12 text-meta">
          <Icon name="lock" size={14} /> {opposite} is blocked until this is settled.
        </p>
      )}
    </form>
  );
}
