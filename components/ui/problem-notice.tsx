import { ApiProblem } from '@/lib/query/api-fetch';
import { CopyButton } from './copy-button';
import { Notice } from './notice';

/** An act that failed: what went wrong in words, every message, and the request id to quote. */
export function ProblemNotice({ error, className }: { error: Error | null; className?: string | undefined }) {
  if (error === null) return null;
  const problem = error instanceof ApiProblem ? error.problem : null;
  const messages = problem?.errors.map(({ message }) => message) ?? [];
  const texts = [problem?.detail ?? error.message, ...messages].filter(
    (text, at, all) => text !== '' && text !== problem?.title && all.indexOf(text) === at,
  );
  return (
    <Notice
      tone="error"
      live
      title={problem?.title ?? 'That did not work'}
      className={className}
      actions={
        problem?.requestId ? (
          <span className="inline-flex items-center gap-1 text-12 text-meta">
            Request <span className="mono">{problem.requestId.slice(0, 8)}</span>
            <CopyButton text={problem.requestId} label="Copy request id" />
          </span>
        ) : undefined
      }
    >
      {texts.join(' ')}
    </Notice>
  );
}
