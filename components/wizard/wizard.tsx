'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { CreateImportResponse } from '@/lib/contract/imports';
import type { Problem } from '@/lib/contract/problem';
import { problemTypePrefix } from '@/lib/contract/problem-type';
import { fieldErrors, problemOf } from '../ui/problem-notice';
import { useAttempt, useCreateImport } from '@/lib/query/use-create-import';
import { Button } from '../ui/button';
import { DestinationStep } from './destination-step';
import { findField, isDirty, reachableStep, steps, stepTitles, type Draft, type Step } from './draft';
import { CreationResult } from './creation-result';
import { useExistingImports } from './existing-imports';
import { LeaveGuard } from './leave-guard';
import { LostAttempts } from './lost-attempts';
import { ProblemSummary } from './problem-summary';
import { ReviewStep } from './review-step';
import { ToolStep } from './tool-step';
import { useDraft } from './use-draft';
import { useEnvironment } from '../ui/use-environment';

/** Each step has a URL, so Back and reload keep the input. */
export function Wizard({
  families,
  recentTools,
  mayStartFull,
  initial,
  userId,
}: {
  families: readonly string[];
  recentTools: readonly string[];
  mayStartFull: boolean;
  initial: { username: string };
  /** The draft's owner: another person in the same tab does not get it. */
  userId: string;
}) {
  const router = useRouter();
  const environment = useEnvironment();
  const params = useSearchParams();
  const { draft, attempt, change, reset } = useDraft(userId, initial);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sent, setSent] = useState<{ answer: CreateImportResponse; draft: Draft } | null>(null);
  const create = useCreateImport(environment);
  const shownAttempt = params.get('attempt') ?? '';
  const outcome = useAttempt(
    environment,
    shownAttempt,
    sent?.answer.attempt === shownAttempt ? sent.answer : undefined,
  );
  const requestedStep = steps.find((step) => step === params.get('step')) ?? 'tool';
  const step = reachableStep(requestedStep, draft);
  const existing = useExistingImports(draft, shownAttempt === '' && step === 'review');

  const go = (to: Record<string, string>, method: 'push' | 'replace' = 'push') => {
    const path = `/new?${new URLSearchParams(to).toString()}`;
    router[method](envHref(path, environment));
  };
  const edit = (part: Partial<Draft>) => {
    // A rejected attempt created nothing, so the corrected form is a new attempt.
    change(part, problem !== null);
    const remaining = problem?.errors.filter(({ field }) => !((findField(field)?.part ?? '') in part)) ?? [];
    setProblem(problem !== null && remaining.length > 0 ? { ...problem, errors: remaining } : null);
  };
  const send = () => {
    if (create.isPending) return;
    setProblem(null);
    create.mutate(
      { attempt, draft },
      {
        onSuccess: (response) => {
          if (response.outcome === 'not_created') {
            change({}, true);
            setProblem({ ...unexpectedProblem, title: 'Nothing was created', detail: response.message });
            return;
          }
          setSent({ answer: response, draft: { ...draft, token: '', startFull: false } });
          reset();
          go({ attempt: response.attempt }, 'replace');
        },
        onError: (error) => {
          const apiProblem = problemOf(error);
          if (isAttemptOver(apiProblem)) change({}, true);
          setProblem(apiProblem ?? unexpectedProblem);
          const at = apiProblem?.errors.map((e) => findField(e.field)?.step).find((found) => found !== undefined);
          if (at !== undefined && at !== step) go({ step: at });
        },
      },
    );
  };
  const restart = (from: Partial<Draft> = {}) => {
    setSent(null);
    setProblem(null);
    reset(from);
    go(from.replaces === undefined ? {} : { step: 'review' });
  };
  const errorsOf = (field: string) => fieldErrors(problem, field);

  if (shownAttempt !== '' && !outcome.isError) {
    return (
      <>
        {outcome.data && (
          <CreationResult
            response={outcome.data}
            customer={sent?.draft.username ?? ''}
            onNew={() => restart()}
            onStartAgain={sent === null ? null : () => restart({ ...sent.draft, replaces: sent.answer.attempt })}
          />
        )}
        <LostAttempts onStartAgain={restart} />
      </>
    );
  }
  return (
    <>
      <LeaveGuard active={isDirty(draft)} onFirstStep={step === 'tool'} onLeave={() => reset()} />
      <StepBar step={step} draft={draft} onGo={(to) => go({ step: to })} />
      {problem !== null && <ProblemSummary problem={problem} step={step} onGo={(to) => go({ step: to })} />}
      <div className="mt-6">
        {step === 'tool' && (
          <ToolStep
            families={families}
            recentTools={recentTools}
            draft={draft}
            errorsOf={errorsOf}
            onChange={edit}
            onNext={() => go({ step: 'destination' })}
          />
        )}
        {step === 'destination' && (
          <DestinationStep draft={draft} errorsOf={errorsOf} onChange={edit} onNext={() => go({ step: 'review' })} />
        )}
        {step === 'review' && (
          <ReviewStep
            draft={draft}
            mayStartFull={mayStartFull}
            existing={existing}
            busy={create.isPending}
            errorsOf={errorsOf}
            onChange={edit}
            onSend={send}
          />
        )}
      </div>
      {step !== 'tool' && (
        <p className="-ms-3 mt-4">
          <Button variant="ghost" icon="left" onClick={() => go({ step: step === 'review' ? 'destination' : 'tool' })}>
            Back
          </Button>
        </p>
      )}
      <LostAttempts onStartAgain={restart} />
    </>
  );
}

function StepBar({ step, draft, onGo }: { step: Step; draft: Draft; onGo: (step: Step) => void }) {
  return (
    <ol className="mt-4 flex gap-1 text-12" aria-label="Steps">
      {steps.map((name, index) => (
        <li key={name} className="flex-1">
          <button
            type="button"
            className="w-full cursor-pointer border-t-2 pt-2 text-start text-meta aria-[current]:border-accent aria-[current]:text-ink disabled:cursor-default max-md:min-h-11"
            {...(name === step && { 'aria-current': 'step' })}
            disabled={reachableStep(name, draft) !== name}
            onClick={() => onGo(name)}
          >
            {index + 1}. {stepTitles[name]}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** True if nothing was created for certain; otherwise sending again must repeat the same attempt. */
function isAttemptOver(problem: Problem | null): boolean {
  if (problem === null) return false;
  return (problem.status >= 400 && problem.status < 500) || problem.type.startsWith(`${problemTypePrefix}service_`);
}

const unexpectedProblem: Problem = {
  type: 'about:blank',
  title: 'The answer could not be read',
  status: 0,
  detail: 'Load the page again and look whether the import exists.',
  errors: [],
  requestId: '',
};
