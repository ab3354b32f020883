import type { Problem } from '@/lib/contract/problem';
import { Notice } from '../ui/notice';
import { problemTitle } from '../ui/problem-notice';
import { findField, type Step } from './draft';
import { fieldLabels, wizardLabels } from './labels';

/** Errors of this step are shown at their field; this lists the others. */
export function ProblemSummary({ problem, step, onGo }: { problem: Problem; step: Step; onGo: (step: Step) => void }) {
  const elsewhere = problem.errors.filter((error) => findField(error.field)?.step !== step);
  return (
    <Notice
      tone="error"
      title={problem.errors.length === 0 ? problemTitle(problem) : problem.title}
      className="mt-4"
      live
    >
      {problem.errors.length === 0 ? (
        problem.detail
      ) : (
        <ul>
          {elsewhere.map((error) => {
            const field = findField(error.field);
            return (
              <li key={`${error.field} ${error.message}`}>
                {field === undefined ? (
                  `${error.field === '' ? '' : `${error.field}: `}${error.message}`
                ) : (
                  <button
                    type="button"
                    className="min-h-6 cursor-pointer text-start underline underline-offset-2"
                    onClick={() => onGo(field.step)}
                  >
                    {`${fieldLabels[field.part]}: ${error.message}`}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {problem.requestId !== '' && (
        <span className="block text-12 text-meta">{wizardLabels.request(problem.requestId)}</span>
      )}
    </Notice>
  );
}
