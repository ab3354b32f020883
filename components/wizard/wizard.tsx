'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import type { CreateImportResponse } from '@/lib/contract/imports';
import { problemTypePrefix, type Problem } from '@/lib/contract/problem';
import { ApiProblem } from '@/lib/query/api-fetch';
import { useAttempt } from '@/lib/query/use-attempts';
import { useCreateImport } from '@/lib/query/use-create-import';
import { Button } from '../ui/button';
import { DestinationStep } from './destination-step';
import { isDirty, reachableStep, stepOfField, steps, type Draft } from './draft';
import { CreationResult } from './creation-result';
import { LeaveGuard } from './leave-guard';
import { LostAttempts } from './lost-attempts';
import { ProblemSummary } from './problem-summary';
import { ReviewStep } from './review-step';
import { StepBar } from './step-bar';
import { ToolStep } from './tool-step';
import { useDraft } from './use-draft';
import { useExistingImports } from './use-existing-imports';

/**
 * Tool, destination, review, and the outcome; each has its address, so Back and a reload work and keep what was typed.
 * The attempt's id is made once and kept with the draft, so a double click or a reload never makes two imports.
 */
export function Wizard({
  environment,
  families,
  recentTools,
  mayStartFull,
  mayOverride,
  initial,
  userId,
}: {
  environment: Environment;
  families: readonly string[];
  recentTools: readonly string[];
  mayStartFull: boolean;
  mayOverride: boolean;
  initial: { username: string };
  /** Whose draft it is: another person in the same tab does not get it. */
  userId: string;
}) {
  const router = useRouter();
  const params = useSearchParams();
  const { draft, attempt, change, reset } = useDraft(userId, initial);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sent, setSent] = useState<{ answer: CreateImportResponse; draft: Draft } | null>(null);
  const create = useCreateImport(environment);
  const shown = params.get('attempt') ?? '';
  const outcome = useAttempt(environment, shown, sent?.answer.attempt === shown ? sent.answer : undefined);
  const wanted = steps.find((step) => step === params.get('step')) ?? 'tool';
  const step = reachableStep(wanted, draft);
  const existing = useExistingImports(environment, draft, shown === '' && step === 'review');

  const go = (to: Record<string, string>, method: 'push' | 'replace' = 'push') => {
    const path = `/new?${new URLSearchParams(to).toString()}`;
    router[method](envHref(path, environment));
  };
  const edit = (part: Partial<Draft>) => {
    // Whatever was refused, nothing was made by it: the mended form is a new attempt.
    change(part, problem !== null);
    const touched = new Set(Object.keys(part).map((name) => apiFieldNames[name] ?? name));
    const left = problem?.errors.filter((error) => !touched.has(error.field)) ?? [];
    setProblem(problem !== null && left.length > 0 ? { ...problem, errors: left } : null);
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
          setSent({ answer: response, draft: { ...draft, token: '', startFull: false, overrideBudget: false } });
          reset();
          go({ attempt: response.attempt }, 'replace');
        },
        onError: (error) => {
          const apiProblem = error instanceof ApiProblem ? error.problem : null;
          if (isAttemptOver(apiProblem)) change({}, true);
          setProblem(apiProblem ?? unexpectedProblem);
          const at = apiProblem?.errors.map((e) => stepOfField(e.field)).find((found) => found !== undefined);
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
  const errorsOf = (field: string) => problem?.errors.filter((e) => e.field === field).map((e) => e.message) ?? [];

  if (shown !== '' && !outcome.isError) {
    return (
      <>
        {outcome.data && (
          <CreationResult
            response={outcome.data}
            environment={environment}
            customer={sent?.draft.username ?? ''}
            onNew={() => restart()}
            onStartAgain={sent === null ? null : () => restart({ ...sent.draft, replaces: sent.answer.attempt })}
          />
        )}
        <LostAttempts environment={environment} onStartAgain={restart} />
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
            environment={environment}
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
            environment={environment}
            mayStartFull={mayStartFull}
            mayOverride={mayOverride}
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
      <LostAttempts environment={environment} onStartAgain={restart} />
    </>
  );
}

/**
 * Whether the attempt is over, with nothing made by it. No answer, or a failure on our side, says nothing about it: sent
 * again, it is the same attempt, and makes no second import.
 */
function isAttemptOver(problem: Problem | null): boolean {
  if (problem === null) return false;
  return (problem.status >= 400 && problem.status < 500) || problem.type.startsWith(`${problemTypePrefix}service_`);
}

/** The names under which the service speaks of what the draft holds. */
const apiFieldNames: Record<string, string> = {
  tool: 'source_tool',
  username: 'destination_username',
  instanceUrl: 'destination_instance_url',
  token: 'destination_token',
  startFull: 'start_full',
  overrideBudget: 'override_budget',
};

const unexpectedProblem: Problem = {
  type: 'about:blank',
  title: 'The answer could not be read',
  status: 0,
  detail: 'Load the page again and look whether the import exists.',
  errors: [],
  requestId: '',
};
