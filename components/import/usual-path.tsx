import { usualPath, type Status } from '@/lib/contract/status';
import { toneOf } from '../status/status-tone';
import type { Tone } from '../ui/badge';
import { cx } from '../ui/cx';

const currentStepClasses: Record<Tone, string> = {
  wait: 'border-wait text-wait',
  work: 'border-work text-work',
  turn: 'border-turn text-turn',
  done: 'border-done text-done',
  undo: 'border-undo text-undo',
  gone: 'border-gone text-gone',
  unkn: 'border-wait text-wait',
};

/** A guide only: the service does not guarantee an order. */
export function UsualPath({ status, gone }: { status: Status | null; gone: boolean }) {
  const currentIndex = usualPath.findIndex((step) => step === status?.known);
  const undone = status?.family === 'undone';
  const offPath = status !== null && currentIndex < 0;
  return (
    <section className="mt-6" aria-label="The usual path">
      <p className="text-12 text-meta">
        The usual path, as a guide. The service promises no order.
        {offPath && ` “${status.text}” is ${undone ? 'the way back' : 'not on it'}.`}
      </p>
      <ol className="mt-2 grid grid-cols-7 gap-1 text-12">
        {usualPath.map((step, index) => {
          const current = index === currentIndex;
          const past = index < currentIndex || undone;
          return (
            <li
              key={step}
              {...(current && { 'aria-current': 'step' as const })}
              className={cx(
                'min-w-0 border-t-[3px] pe-3 pt-2 max-md:pe-0',
                current && currentStepClasses[gone ? 'gone' : toneOf(status?.family ?? 'waiting')],
                current && 'font-strong',
                !current && past && 'border-t-accent-line text-ink-2',
                !current && !past && 'border-t-press text-meta',
              )}
            >
              {/* On a phone only the current step has a label. */}
              <span
                className={cx(
                  gone && current && 'line-through',
                  'max-md:whitespace-nowrap',
                  !current && 'max-md:sr-only',
                  current && index > 4 && 'max-md:float-end',
                )}
              >
                {step}
              </span>
              <span className="sr-only">{current ? ' (now)' : past ? ' (past)' : ''}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
