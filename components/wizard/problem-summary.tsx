import type { Problem } from '@/lib/contract/problem';
import { Notice } from '../ui/notice';
import { fieldNames, stepOfField, type Step } from './draft';

/**
 * What went wrong, above the step. An error of a field on this step stands at the field; those of other steps are named
 * here with the way there, and those of no field in full. None is lost.
 */
export function ProblemSummary({ problem, step, onGo }: { problem: Problem; step: Step; onGo: (step: Step) => void }) {
  const elsewhere = problem.errors.filter((error) => stepOfField(error.field) !== step);
  return (
    <Notice tone="error" title={problem.title} className="mt-4" live>
      {problem.errors.length === 0 ? (
        problem.detail
      ) : (
        <ul>
          {elsewhere.map((error) => {
            const at = stepOfField(error.field);
            return (
              <li key={`${error.field} ${error.message}`}>
                {at === undefined ? (
                  `${error.field === '' ? '' : `${error.field}: `}${error.message}`
                ) : (
                  <button
                    type="button"
                    className="min-h-6 cursor-pointer text-start underline underline-offset-2"
                    onClick={() => onGo(at)}
                  >
                    {`${fieldNames[error.field] ?? error.field}: ${error.message}`}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {problem.requestId !== '' && <span className="block text-12 text-meta">Request {problem.requestId}</span>}
    </Notice>
  );
}
