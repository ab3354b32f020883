'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import type { CurrentPolicy, Policy } from '@/lib/contract/policy';
import { useSavePolicy } from '@/lib/query/use-admin';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { TextField } from '../ui/field';
import { ProblemNotice } from '../ui/problem-notice';
import { RadioList } from '../ui/radio-cards';
import { formatInstant } from '../ui/format-instant';
import { toast } from '../ui/toast-store';
import { useViewer } from '../ui/viewer';
import { policySummary } from './policy-summary';

type SecondPersonRule = Policy['secondPerson']['when'];
const secondPersonOptions: readonly { value: SecondPersonRule; label: string; hint: string }[] = [
  { value: 'never', label: 'One person decides', hint: 'An approver decides alone.' },
  { value: 'always', label: 'Always a second person', hint: 'Another approver has to approve each acceptance.' },
  {
    value: 'above_month',
    label: 'A second person above a number a month',
    hint: 'Until so many are sponsored in a month, one person decides.',
  },
  {
    value: 'above_records',
    label: 'A second person above a size',
    hint: 'For samples with more records than this, or with an unknown number.',
  },
];

/** Each save creates a new version, or a pending change if it weakens the policy. */
export function PolicyForm({ current }: { current: CurrentPolicy }) {
  const router = useRouter();
  const { zone } = useViewer();
  const save = useSavePolicy();
  const { policy } = current;
  const [when, setWhen] = useState<SecondPersonRule>(policy.secondPerson.when);
  const [n, setN] = useState('n' in policy.secondPerson ? String(policy.secondPerson.n) : '');
  const [budget, setBudget] = useState(policy.monthlyBudget === null ? '' : String(policy.monthlyBudget));
  const [reasonRequired, setReasonRequired] = useState(policy.reasonRequired);
  const [queueOnSampleComplete, setQueueOnSampleComplete] = useState(policy.queueOnSampleComplete);
  const [submitted, setSubmitted] = useState(false);
  const needsN = when === 'above_month' || when === 'above_records';
  const nError = needsN && wholeNumber(n) === undefined ? 'Must be a whole number' : undefined;
  const budgetError =
    budget.trim() !== '' && wholeNumber(budget) === undefined ? 'Must be a whole number, or empty' : undefined;

  const buildPolicy = (): Policy | undefined => {
    const limit = wholeNumber(n);
    if (nError !== undefined || budgetError !== undefined) return undefined;
    return {
      secondPerson: when === 'above_month' || when === 'above_records' ? { when, n: limit ?? 0 } : { when },
      monthlyBudget: budget.trim() === '' ? null : (wholeNumber(budget) ?? null),
      reasonRequired,
      queueOnSampleComplete,
    };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const nextPolicy = buildPolicy();
    if (nextPolicy === undefined || save.isPending) return;
    save.mutate(
      { policy: nextPolicy, basedOn: current.version },
      {
        onSuccess: ({ version, pending }) => {
          if (pending === null) toast({ tone: 'done', title: `Policy version ${version} is in force` });
          else {
            const effectiveAt = formatInstant(Date.parse(pending.effectiveAt), 'moment', zone);
            const detail = `Takes effect when another admin confirms it, or on ${effectiveAt}.`;
            toast({ tone: 'info', title: 'The change is pending', detail });
          }
          router.refresh();
        },
      },
    );
  };
  const nextPolicy = buildPolicy();
  const changed = nextPolicy === undefined || JSON.stringify(nextPolicy) !== JSON.stringify(policy);
  return (
    <form onSubmit={submit} noValidate className="max-w-[560px]">
      <Section title="Sponsorship policy" ruled={false} remark={`Version ${current.version} is in force`}>
        <div className="grid gap-6 border-t pt-4">
          <div>
            <RadioList
              name="second-person"
              legend="Who decides"
              options={secondPersonOptions}
              value={when}
              onChange={setWhen}
            />
            {needsN && (
              <TextField
                label={when === 'above_month' ? 'Sponsored imports a month' : 'Records in the sample'}
                error={submitted ? nError : undefined}
                className="mt-3 ms-6 max-w-52"
                inputMode="numeric"
                value={n}
                onChange={(event) => setN(event.target.value)}
              />
            )}
          </div>
          <TextField
            label="Budget"
            hint="Sponsored imports a calendar month, UTC. Empty for none. At 80% approvers are warned; at 100% only an admin may go over it, with a reason and a second person."
            error={submitted || budgetError !== undefined ? budgetError : undefined}
            inputMode="numeric"
            inputClassName="max-w-52"
            placeholder="No budget"
            value={budget}
            onChange={(event) => setBudget(event.target.value)}
          />
          <Checkbox
            label="A decision needs a reason"
            hint="Approvers cannot accept or reject without writing why."
            checked={reasonRequired}
            onChange={(event) => setReasonRequired(event.target.checked)}
          />
          <Checkbox
            label="A completed sample enters the queue automatically"
            hint="Otherwise only customers who requested it are in the queue."
            checked={queueOnSampleComplete}
            onChange={(event) => setQueueOnSampleComplete(event.target.checked)}
          />
          <ProblemNotice error={save.error} />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!changed}>
              Save as version {current.version + 1}
            </Button>
            <span className="text-12 text-meta">
              {changed && nextPolicy !== undefined ? policySummary(nextPolicy) : 'Nothing is changed.'}
            </span>
          </div>
          <p className="text-12 text-meta">
            A change that weakens the policy takes effect when another admin confirms it, or after 24 hours.
            {current.pending !== null && ' Saving replaces the pending change.'}
          </p>
        </div>
      </Section>
    </form>
  );
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
