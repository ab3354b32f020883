import type { Problem } from '@/lib/contract/problem';
import { ApiProblem } from '@/lib/query/api-fetch';
import { problemLabels } from './labels';
import { Notice } from './notice';
import { RequestId } from './request-id';
import { SignInAgain } from './sign-in-again';
import { toast } from './toast-store';

export function problemOf(error: unknown): Problem | null {
  return error instanceof ApiProblem ? error.problem : null;
}

const isSessionEnded = (problem: Problem | null) => problem?.status === 401;

/** None if the detail begins with it. */
export function problemTitle({ title, detail }: Problem): string | undefined {
  return detail !== title && detail.startsWith(title) ? undefined : title;
}

export function fieldErrors(problem: Problem | null, field: string): string[] {
  return problem?.errors.filter((error) => error.field === field).map(({ message }) => message) ?? [];
}

export function toastError(title: string, error: unknown): void {
  const message = error instanceof Error ? error.message : undefined;
  const detail = isSessionEnded(problemOf(error)) ? problemLabels.sessionEndedReload : message;
  toast({ tone: 'error', title, detail, requestId: problemOf(error)?.requestId || undefined });
}

/** `except` is a field that shows its messages itself. */
export function ProblemNotice({
  error,
  except,
  className,
}: {
  error: Error | null;
  except?: string;
  className?: string | undefined;
}) {
  if (error === null) return null;
  const problem = problemOf(error);
  if (isSessionEnded(problem)) {
    return (
      <Notice tone="error" live title={problemLabels.sessionEnded} className={className}>
        <SignInAgain />
      </Notice>
    );
  }
  const messages = problem?.errors.filter(({ field }) => field !== except).map(({ message }) => message) ?? [];
  const texts = [problem?.detail ?? error.message, ...messages].filter(
    (text, at, all) => text !== '' && text !== problem?.title && all.indexOf(text) === at,
  );
  return (
    <Notice
      tone="error"
      live
      title={problem ? problemTitle(problem) : problemLabels.failed}
      className={className}
      actions={problem?.requestId ? <RequestId id={problem.requestId} /> : undefined}
    >
      {texts.join(' ')}
    </Notice>
  );
}
