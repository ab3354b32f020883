'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { CreateImportResponse } from '@/lib/contract/imports';
import type { Problem } from '@/lib/contract/problem';
import { problemTypePrefix } from '@/lib/contract/problem-type';
import { fieldErrors, problemOf } from '../ui/problem-notice';
import { useAttempt, useCreateImport } from '@/lib/query/use-create-import';
import type { MessagesToSend } from '../share/link-to-send';
import { Button } from '../ui/button';
import { LeaveGuard } from '../ui/leave-guard';
import { useEnvironment } from '../ui/use-environment';
import { columnsClasses, mainColumnClasses } from './columns';
import { DestinationStep } from './destination-step';
import { findField, isDirty, reachableStep, steps, type Draft, type Ending, type Step } from './draft';
import { CreationResult } from './creation-result';
import { useExistingImports } from './existing-imports';
import { leaveGuardLabels, wizardLabels as labels } from './labels';
import { LostAttempts } from './lost-attempts';
import { OtherDraft } from './other-draft';
import { ProblemSummary } from './problem-summary';
import { ReviewStep } from './review-step';
import { Summary } from './summary';
import { ToolStep } from './tool-step';
import { useDraft } from './use-draft';

/** Each step has a URL, so Back and reload keep the input. */
export function Wizard({
  families,
  recentTools,
  mayStartFull,
  asksForContact,
  initial,
  messages,
  userId,
}: {
  families: readonly string[];
  recentTools: readonly string[];
  mayStartFull: boolean;
  /** Only if mail is set up. */
  asksForContact: boolean;
  initial: { username: string };
  /** To send with the migration link. */
  messages: MessagesToSend;
  /** The draft's owner: another person in the same tab does not get it. */
  userId: string;
}) {
  const router = useRouter();
  const environment = useEnvironment();
  const params = useSearchParams();
  const { draft, attempt, offered, change, keep, reset } = useDraft(userId, initial);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const [ending, setEnding] = useState<Ending>('continue');
  const create = useCreateImport(environment);
  const shownAttempt = params.get('attempt') ?? '';
  // Back may lead to the result of an earlier import.
  const shownSent = sent?.answer.attempt === shownAttempt ? sent : null;
  const outcome = useAttempt(environment, shownAttempt, shownSent?.answer);
  const requestedStep = steps.find((step) => step === params.get('step')) ?? 'tool';
  const step = reachableStep(requestedStep, draft);
  const existing = useExistingImports(draft, shownAttempt === '' && step === 'review');

  const sentIsShown = shownSent !== null;
  useEffect(() => {
    // Not earlier: until the result is shown, an empty draft would show the first step.
    if (sentIsShown && attempt === shownAttempt) reset();
  }, [sentIsShown, attempt, shownAttempt, reset]);

  const go = (to: Record<string, string>, method: 'push' | 'replace' = 'push') => {
    const path = `/new?${new URLSearchParams(to).toString()}`;
    router[method](envHref(path, environment));
  };
  const edit = (part: Partial<Draft>) => {
    change(part);
    const remaining = problem?.errors.filter(({ field }) => !((findField(field)?.part ?? '') in part)) ?? [];
    setProblem(problem !== null && remaining.length > 0 ? { ...problem, errors: remaining } : null);
  };
  const send = (chosen: Ending) => {
    if (create.isPending) return;
    setEnding(chosen);
    setProblem(null);
    create.mutate(
      { attempt, draft },
      {
        onSuccess: (response) => {
          if (response.outcome === 'not_created') {
            change({}, true);
            setProblem({ ...unexpectedProblem, title: labels.nothingCreated, detail: response.message });
            return;
          }
          const opening = chosen === 'continue' && response.redirectUrl !== null;
          setSent({ answer: response, opening, draft: { ...draft, token: '', startFull: false } });
          // Not by the router, whose request to the server would delay the result.
          const result = new URLSearchParams({ attempt: response.attempt }).toString();
          history.replaceState(null, '', envHref(`/new?${result}`, environment));
        },
        onError: (error) => {
          const apiProblem = problemOf(error);
          // Only then: after a lost answer, the same attempt finds out its result.
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
            toolName={shownSent?.draft.toolName || outcome.data.tool}
            messages={messages}
            opening={shownSent?.opening ?? false}
            onNew={() => restart()}
            onStartAgain={shownSent && (() => restart({ ...shownSent.draft, replaces: shownSent.answer.attempt }))}
          />
        )}
        <LostAttempts onStartAgain={restart} />
      </>
    );
  }
  if (offered !== '') {
    return (
      <OtherDraft
        username={draft.username}
        offered={offered}
        onFinish={() => {
          keep();
          go({ step: reachableStep('review', draft) }, 'replace');
        }}
        onDiscard={() => reset({ username: offered })}
      />
    );
  }
  const summary = <Summary draft={draft} />;
  return (
    <>
      <LeaveGuard
        active={isDirty(draft, initial.username)}
        guardsBack={step === 'tool'}
        {...leaveGuardLabels}
        onLeave={() => reset()}
      />
      <StepBar step={step} draft={draft} onGo={(to) => go({ step: to })} />
      {problem !== null && <ProblemSummary problem={problem} step={step} onGo={(to) => go({ step: to })} />}
      <div className={columnsClasses}>
        {/* Read before it is confirmed; on the other steps it follows the form. */}
        {step === 'review' && summary}
        <div className={mainColumnClasses}>
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
            <DestinationStep
              asksForContact={asksForContact}
              draft={draft}
              errorsOf={errorsOf}
              onChange={edit}
              onNext={() => go({ step: 'review' })}
            />
          )}
          {step === 'review' && (
            <ReviewStep
              draft={draft}
              mayStartFull={mayStartFull}
              existing={existing}
              sending={create.isPending ? ending : null}
              errorsOf={errorsOf}
              onChange={edit}
              onSend={send}
            />
          )}
          {step !== 'tool' && (
            <p className="-ms-3 mt-4">
              <Button
                variant="ghost"
                icon="left"
                onClick={() => go({ step: step === 'review' ? 'destination' : 'tool' })}
              >
                {labels.back}
              </Button>
            </p>
          )}
        </div>
        {step !== 'review' && summary}
      </div>
      <LostAttempts onStartAgain={restart} />
    </>
  );
}

interface Sent {
  answer: CreateImportResponse;
  draft: Draft;
  opening: boolean;
}

function StepBar({ step, draft, onGo }: { step: Step; draft: Draft; onGo: (step: Step) => void }) {
  return (
    <ol className="mt-4 flex gap-1 text-12" aria-label={labels.steps}>
      {steps.map((name, index) => (
        <li key={name} className="flex-1">
          <button
            type="button"
            className="w-full cursor-pointer border-t-2 pt-2 text-start text-meta aria-[current]:border-accent aria-[current]:text-ink disabled:cursor-default max-md:min-h-11"
            {...(name === step && { 'aria-current': 'step' })}
            disabled={reachableStep(name, draft) !== name}
            onClick={() => onGo(name)}
          >
            {labels.stepButton(index + 1, labels.stepTitles[name])}
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
  ...labels.unreadable,
  status: 0,
  errors: [],
  requestId: '',
};
