'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import type { CreateImportAnswer } from '@/lib/contract/imports';
import { ApiProblem } from '@/lib/query/ask';
import { useCreateImport } from '@/lib/query/use-create-import';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { DestinationStep } from './destination-step';
import { emptyDraft, fieldsOfStep, steps, type Draft, type Step } from './draft';
import { HandOver } from './hand-over';
import { ReviewStep } from './review-step';
import { ToolStep } from './tool-step';

/**
 * Tool, destination, review; each step has its address, so Back and a shared link work, and Back keeps what was typed.
 * The attempt's id is made once, so a double click or a reload never makes two imports.
 */
export function Wizard({
  environment,
  families,
  mayStartFull,
  initial,
}: {
  environment: Environment;
  families: readonly string[];
  mayStartFull: boolean;
  initial: Partial<Draft>;
}) {
  const router = useRouter();
  const params = useSearchParams();
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, ...initial });
  const [attempt, setAttempt] = useState<string>(() => crypto.randomUUID());
  const [answer, setAnswer] = useState<CreateImportAnswer | null>(null);
  const create = useCreateImport(environment);
  const wanted = steps.find((step) => step === params.get('step')) ?? 'tool';
  const step = reachable(wanted, draft);
  const problem = create.error instanceof ApiProblem ? create.error.problem : null;
  const dirty = answer === null && (draft.tool !== '' || draft.username !== '');

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);

  const go = (to: Step) => {
    const next = new URLSearchParams(params.toString());
    next.set('step', to);
    router.push(`/new?${next.toString()}`, { scroll: false });
  };
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    create.reset();
  };
  const send = () => {
    if (create.isPending) return;
    create.mutate(
      { attempt, draft },
      {
        onSuccess: (got) => {
          setAnswer(got);
          setDraft((before) => ({ ...before, token: '' }));
        },
        onError: (error) => {
          // The service refused what was entered, so nothing was made: the mended form is a new attempt.
          setAttempt(crypto.randomUUID());
          const field = error instanceof ApiProblem ? error.problem.errors[0]?.field : undefined;
          const at = steps.find((s) => field !== undefined && fieldsOfStep[s].includes(field));
          if (at) go(at);
        },
      },
    );
  };

  if (answer !== null) {
    return (
      <HandOver
        answer={answer}
        environment={environment}
        onAgain={() => {
          setAnswer(null);
          setDraft(emptyDraft);
          setAttempt(crypto.randomUUID());
          router.push(envHref('/new', environment));
        }}
      />
    );
  }
  const errorsOf = (field: string) => problem?.errors.filter((e) => e.field === field).map((e) => e.message) ?? [];
  const known = steps.flatMap((s) => fieldsOfStep[s]);
  const others = problem?.errors.filter((e) => !known.includes(e.field)) ?? [];
  return (
    <>
      <ol className="mt-4 flex gap-1 text-12" aria-label="Steps">
        {steps.map((name, index) => (
          <li key={name} className="flex-1" aria-current={name === step ? 'step' : undefined}>
            <button
              type="button"
              className="w-full cursor-pointer border-t-2 pt-2 text-start text-meta aria-[current]:border-accent aria-[current]:text-ink disabled:cursor-default"
              {...(name === step && { 'aria-current': 'step' })}
              disabled={reachable(name, draft) !== name}
              onClick={() => go(name)}
            >
              {index + 1}. {titles[name]}
            </button>
          </li>
        ))}
      </ol>
      {problem !== null && (
        <Notice tone="error" title={problem.title} className="mt-4" live>
          {others.length === 0
            ? problem.detail
            : others.map((e) => (
                <span key={e.message} className="block">
                  {e.field === '' ? e.message : `${e.field}: ${e.message}`}
                </span>
              ))}
          {problem.requestId !== '' && <span className="block text-12 text-meta">Request {problem.requestId}</span>}
        </Notice>
      )}
      <div className="mt-6">
        {step === 'tool' && (
          <ToolStep
            environment={environment}
            families={families}
            draft={draft}
            errors={errorsOf('source_tool')}
            onChange={change}
            onNext={() => go('destination')}
          />
        )}
        {step === 'destination' && (
          <DestinationStep draft={draft} errorsOf={errorsOf} onChange={change} onNext={() => go('review')} />
        )}
        {step === 'review' && (
          <ReviewStep
            draft={draft}
            environment={environment}
            mayStartFull={mayStartFull}
            busy={create.isPending}
            onChange={change}
            onSend={send}
          />
        )}
      </div>
      {step !== 'tool' && (
        <p className="mt-6 border-t pt-4">
          <Button variant="ghost" icon="left" onClick={() => go(step === 'review' ? 'destination' : 'tool')}>
            Back
          </Button>
        </p>
      )}
    </>
  );
}

const titles: Record<Step, string> = { tool: 'Source tool', destination: 'Destination', review: 'Review' };

/** A step cannot be reached before what it builds on is there. */
function reachable(step: Step, draft: Draft): Step {
  if (step !== 'tool' && draft.tool === '') return 'tool';
  if (step === 'review' && draft.username.trim() === '') return 'destination';
  return step;
}
