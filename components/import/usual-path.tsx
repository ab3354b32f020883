import type { ReactNode } from 'react';
import type { Status } from '@/lib/contract/status';
import { layoutUsualPath, type PathLayout, type PathStep } from '@/lib/contract/usual-path';
import { StatusIcon } from '../status/status-icon';
import { toneOf } from '../status/status-tone';
import type { Tone } from '../ui/badge';
import { cx } from '../ui/cx';
import { pathLabels } from './labels';

const currentClasses: Record<Tone, string> = {
  wait: 'border-wait text-wait',
  work: 'border-work text-work',
  turn: 'border-turn text-turn',
  done: 'border-done text-done',
  undo: 'border-undo text-undo',
  gone: 'border-gone text-gone',
  unkn: 'border-wait text-wait',
};

const stepClasses: Record<Exclude<PathStep['state'], 'current'>, string> = {
  passed: 'border-t-accent-line text-ink-2',
  'not-observed': 'border-dashed border-t-line-strong text-meta',
  'moved-back': 'border-dotted border-t-accent-line text-meta',
  ahead: 'border-t-press text-meta',
};

/** Shown below a step whose line alone would not explain it. */
const remarks: Partial<Record<PathStep['state'], string>> = {
  'not-observed': pathLabels.notObserved,
  'moved-back': pathLabels.movedBack,
};

const goneStatus: Status = { text: pathLabels.gone, family: 'gone' };

/** A guide only: the service does not guarantee an order. */
export function UsualPath({ detail }: { detail: Parameters<typeof layoutUsualPath>[0] }) {
  const { row } = detail;
  const { steps, exits } = layoutUsualPath(detail);
  const columns = Math.max(7, steps.length + exits.length);
  return (
    <section className="mt-6" aria-label={pathLabels.region}>
      <p className="text-12 text-meta">
        {pathLabels.guide} {exits.length > 0 && pathLabels.left}
      </p>
      <ol className="mt-2 grid gap-1 text-12" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {steps.map(({ status, state }, index) => (
          <li
            key={status}
            {...(state === 'current' && { 'aria-current': 'step' as const })}
            className={cx(
              'min-w-0 border-t-[3px] pe-3 pt-2 max-md:pe-0',
              state === 'current'
                ? cx(currentClasses[toneOf(row.status?.family ?? 'waiting')], 'font-strong')
                : stepClasses[state],
            )}
          >
            <Label current={state === 'current'} atEnd={index >= columns - 2}>
              {status}
            </Label>
            {remarks[state] !== undefined && <span className="block max-md:sr-only">{remarks[state]}</span>}
            {state !== 'ahead' && remarks[state] === undefined && (
              <span className="sr-only"> {state === 'current' ? pathLabels.now : pathLabels.passed}</span>
            )}
          </li>
        ))}
        {exits.map((exit, index) => (
          <Exit key={exit.kind} exit={exit} current={index === exits.length - 1} atEnd={steps.length + index >= 3} />
        ))}
      </ol>
    </section>
  );
}

/** Set off from the line, because the import is no longer on it. */
function Exit({ exit, current, atEnd }: { exit: PathLayout['exits'][number]; current: boolean; atEnd: boolean }) {
  const status = exit.kind === 'gone' ? goneStatus : exit.status;
  return (
    <li
      {...(current && { 'aria-current': 'step' as const })}
      className={cx('ms-3 mt-2 min-w-0 border-t-[3px] pt-2 max-md:ms-1', currentClasses[toneOf(status.family)])}
    >
      <Label current={current} atEnd={atEnd}>
        <span className={cx('inline-flex items-start gap-1.5', current && 'font-strong')}>
          <StatusIcon status={status} className="mt-px" />
          {/* Unknown statuses can be long; the badge above shows the whole text. */}
          <span className="line-clamp-3 [overflow-wrap:anywhere] max-md:block max-md:max-w-44 max-md:truncate">
            {status.text}
          </span>
        </span>
      </Label>
      {current && <span className="sr-only"> {pathLabels.now}</span>}
    </li>
  );
}

/** On a phone only the current step has a label; near the end it grows to the left. */
function Label({ current, atEnd, children }: { current: boolean; atEnd: boolean; children: ReactNode }) {
  return (
    <span
      className={cx(current ? 'max-md:whitespace-nowrap' : 'max-md:sr-only', current && atEnd && 'max-md:float-end')}
    >
      {children}
    </span>
  );
}
