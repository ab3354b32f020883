'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import type { CurrentPolicy, Policy } from '@/lib/contract/policy';
import { useSavePolicy } from '@/lib/query/use-sponsorship';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { TextField } from '../ui/field';
import { ProblemNotice } from '../ui/problem-notice';
import { RadioList } from '../ui/radio-cards';
import { formatInstant } from '../ui/format-instant';
import { toast } from '../ui/toast-store';
import { useViewer } from '../ui/viewer';
import { policyFormLabels as labels, policyPageLabels } from './policy-labels';
import { policySummary } from './policy-summary';

type SecondPersonRule = Policy['secondPerson']['when'];
const secondPersonRules: readonly SecondPersonRule[] = ['never', 'always', 'above_month', 'above_records'];

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
  const nError = needsN && wholeNumber(n) === undefined ? labels.wholeNumber : undefined;
  const budgetError = budget.trim() !== '' && wholeNumber(budget) === undefined ? labels.wholeNumberOrEmpty : undefined;

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
          if (pending === null) toast({ tone: 'done', title: labels.saved(version) });
          else {
            const effectiveAt = formatInstant(Date.parse(pending.effectiveAt), 'moment', zone);
            toast({ tone: 'info', title: labels.pending, detail: labels.pendingUntil(effectiveAt) });
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
      <Section title={policyPageLabels.title} ruled={false} remark={labels.inForce(current.version)}>
        <div className="grid gap-6 border-t pt-4">
          <div>
            <RadioList
              name="second-person"
              legend={labels.whoDecides}
              options={secondPersonRules.map((value) => ({ value, ...labels.secondPerson[value] }))}
              value={when}
              onChange={setWhen}
            />
            {needsN && (
              <TextField
                label={labels.limit[when]}
                error={submitted ? nError : undefined}
                className="mt-3 ms-6 max-w-52"
                inputMode="numeric"
                value={n}
                onChange={(event) => setN(event.target.value)}
              />
            )}
          </div>
          <TextField
            label={labels.budget}
            hint={labels.budgetHint}
            error={budgetError}
            inputMode="numeric"
            inputClassName="max-w-52"
            placeholder={labels.budgetPlaceholder}
            value={budget}
            onChange={(event) => setBudget(event.target.value)}
          />
          <Checkbox
            label={labels.reasonRequired}
            hint={labels.reasonRequiredHint}
            checked={reasonRequired}
            onChange={(event) => setReasonRequired(event.target.checked)}
          />
          <Checkbox
            label={labels.queueSamples}
            hint={labels.queueSamplesHint}
            checked={queueOnSampleComplete}
            onChange={(event) => setQueueOnSampleComplete(event.target.checked)}
          />
          <ProblemNotice error={save.error} />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!changed}>
              {labels.save(current.version + 1)}
            </Button>
            <span className="text-12 text-meta">
              {!changed ? labels.unchanged : nextPolicy !== undefined && policySummary(nextPolicy)}
            </span>
          </div>
          <p className="text-12 text-meta">
            {labels.weakerWaits}
            {current.pending !== null && labels.replacesPending}
          </p>
        </div>
      </Section>
    </form>
  );
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
