import { reachableStep, steps, stepTitles, type Draft, type Step } from './draft';

/** Where one is; what has been reached can be gone back to. */
export function StepBar({ step, draft, onGo }: { step: Step; draft: Draft; onGo: (step: Step) => void }) {
  return (
    <ol className="mt-4 flex gap-1 text-12" aria-label="Steps">
      {steps.map((name, index) => (
        <li key={name} className="flex-1">
          <button
            type="button"
            className="w-full cursor-pointer border-t-2 pt-2 text-start text-meta aria-[current]:border-accent aria-[current]:text-ink disabled:cursor-default max-md:min-h-11"
            {...(name === step && { 'aria-current': 'step' })}
            disabled={reachableStep(name, draft) !== name}
            onClick={() => onGo(name)}
          >
            {index + 1}. {stepTitles[name]}
          </button>
        </li>
      ))}
    </ol>
  );
}
