'use client';

import { useRawResponses } from '@/lib/query/use-import';
import { CopyButton } from '../ui/copy-button';
import { ProblemNotice } from '../ui/problem-notice';
import { Skeleton } from '../ui/skeleton';
import { Time } from '../ui/time';
import { useEnvironment } from '../ui/use-environment';
import { noRawResponsesLabels, rawLabels } from './on-demand-labels';

/** A separate component, so the query starts when the disclosure opens. */
export function RawResponseList({ importId }: { importId: string }) {
  const raw = useRawResponses(useEnvironment(), importId);
  return (
    <div className="grid gap-4" aria-busy={raw.isPending}>
      {raw.error !== null && <ProblemNotice error={raw.error} />}
      {raw.isPending && [0, 1].map((at) => <Skeleton key={at} className="h-24 w-full" />)}
      {raw.data?.whyNone && (
        <p className="text-13 text-meta">{noRawResponsesLabels[raw.data.whyNone.reason](raw.data.whyNone)}</p>
      )}
      {raw.data?.answers.map((answer, at) => (
        <div key={`${answer.seenAt} ${at}`}>
          <p className="mb-1 flex items-center gap-2 text-12 text-meta">
            <span className="min-w-0 flex-1">
              {rawLabels.answer(answer.source, formatBytes(answer.bytes))}, <Time at={answer.seenAt} as="moment" />
            </span>
            <CopyButton text={answer.text} label={rawLabels.copy} />
          </p>
          <pre
            tabIndex={0}
            role="group"
            aria-label={rawLabels.name(answer.source, at + 1)}
            className="mono max-h-72 overflow-auto rounded-1 bg-sunken p-2 leading-4 break-words whitespace-pre-wrap"
          >
            {answer.text}
          </pre>
        </div>
      ))}
    </div>
  );
}

function formatBytes(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}
