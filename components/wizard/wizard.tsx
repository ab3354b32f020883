'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import type { CreateImportAnswer } from '@/lib/contract/imports';
import { problemTypePrefix, type Problem } from '@/lib/contract/problem';
import { ApiProblem } from '@/lib/query/ask';
import { useAttempt } from '@/lib/query/use-attempts';
import { useCreateImport } from '@/lib/query/use-create-import';
import { Button } from '../ui/button';
import { DestinationStep } from './destination-step';
import { isDirty, reachable, stepOfField, steps, type Draft } from './draft';
import { HandOver } from './hand-over';
import { LeaveGuard } from './leave-guard';
import { LostAttempts } from './lost-attempts';
import { ProblemSummary } from './problem-summary';
import { ReviewStep } from './review-step';
import { StepBar } from './step-bar';
import { ToolStep } from './tool-step';
import { useDraft } from './use-draft';
import { useExisting } from './use-existing';

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
  person,
}: {
  environment: Environment;
  families: readonly string[];
  recentTools: readonly string[];
  mayStartFull: boolean;
  mayOverride: boolean;
  initial: { username: string };
  /** Whose draft it is: another person in the same tab does not get it. */
  person: string;
}) {
  const router = useRouter();
  const params = useSearchParams();
  const { draft, attempt, change, begin } = useDraft(person, initial);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sent, setSent] = useState<{ answer: CreateImportAnswer; draft: Draft } | null>(null);
  const create = useCreateImport(environment);
  const shown = params.get('attempt') ?? '';
  const outcome = useAttempt(environment, shown, sent?.answer.attempt === shown ? sent.answer : undefined);
  const wanted = steps.find((step) => step === params.get('step')) ?? 'tool';
  const step = reachable(wanted, draft);
  const existing = useExisting(environment, draft, shown === '' && step === 'review');

  const go = (to: Record<string, string>, how: 'push' | 'replace' = 'push') => {
    const path = `/new?${new URLSearchParams(to).toString()}`;
    router[how](envHref(path, environment));
  };
  const edit = (part: Partial<Draft>) => {
    // Whatever was refused, nothing was made by it: the mended form is a new attempt.
    change(part, problem !== null);
    const touched = new Set(Object.keys(part).map((name) => fieldOf[name] ?? name));
    const left = problem?.errors.filter((error) => !touched.has(error.field)) ?? [];
    setProblem(problem !== null && left.length > 0 ? { ...problem, errors: left } : null);
  };
  const send = () => {
    if (create.isPending) return;
    setProblem(null);
    create.mutate(
      { attempt, draft },
      {
        onSuccess: (answer) => {
          if (answer.outcome === 'not_created') {
            change({}, true);
            setProblem({ ...unforeseen, title: 'Nothing was created', detail: answer.message });
            return;
          }
          setSent({ answer, draft: { ...draft, token: '', startFull: false, overrideBudget: false } });
          begin();
          go({ attempt: answer.attempt }, 'replace');
        },
        onError: (error) => {
          const said = error instanceof ApiProblem ? error.problem : null;
          if (isOver(said)) change({}, true);
          setProblem(said ?? unforeseen);
          const at = said?.errors.map((e) => stepOfField(e.field)).find((found) => found !== undefined);
          if (at !== undefined && at !== step) go({ step: at });
        },
      },
    );
  };
  const again = (from: Partial<Draft> = {}) => {
    setSent(null);
    setProblem(null);
    begin(from);
    go(from.replaces === undefined ? {} : { step: 'review' });
  };
  const errorsOf = (field: string) => problem?.errors.filter((e) => e.field === field).map((e) => e.message) ?? [];

  if (shown !== '' && !outcome.isError) {
    return (
      <>
        {outcome.data && (
          <HandOver
            answer={outcome.data}
            environment={environment}
            customer={sent?.draft.username ?? ''}
            onNew={() => again()}
            onStartAgain={sent === null ? null : () => again({ ...sent.draft, replaces: sent.answer.attempt })}
          />
        )}
        <LostAttempts environment={environment} onStartAgain={again} />
      </>
    );
  }
  return (
    <>
      <LeaveGuard active={isDirty(draft)} atFirst={step === 'tool'} onLeave={() => begin()} />
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
      <LostAttempts environment={environment} onStartAgain={again} />
    </>
  );
}

/**
 * Whether the attempt is over, with nothing made by it. No answer, or a failure on our side, says nothing about it: sent
 * again, it is the same attempt, and makes no second import.
 */
function isOver(problem: Problem | null): boolean {
  if (problem === null) return false;
  return (problem.status >= 400 && problem.status < 500) || problem.type.startsWith(`${problemTypePrefix}service_`);
}

/** The names under which the service speaks of what the draft holds. */
const fieldOf: Record<string, string> = {
  tool: 'source_tool',
  username: 'destination_username',
  instanceUrl: 'destination_instance_url',
  token: 'destination_token',
  startFull: 'start_full',
  overrideBudget: 'override_budget',
};

const unforeseen: Problem = {
  type: 'about:blank',
  title: 'The answer could not be read',
  status: 0,
  detail: 'Load the page again and look whether the import exists.',
  errors: [],
  requestId: '',
};
