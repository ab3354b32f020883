import { ApiProblem } from '@/lib/query/api-fetch';
import { CopyButton } from './copy-button';
import { Notice } from './notice';

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
      actions={problem?.requestId ? <RequestId id={problem.requestId} /> : undefined}
    >
      {texts.join(' ')}
    </Notice>
  );
}

export function RequestId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-12 text-meta">
      Request <span className="mono">{id.slice(0, 8)}</span>
      <CopyButton text={id} label="Copy request id" />
    </span>
  );
}
