import type { ReactNode } from 'react';
import { cx } from './cx';

export type Tone = 'wait' | 'work' | 'turn' | 'done' | 'undo' | 'gone' | 'unkn';

export const toneText = {
  wait: 'text-wait',
  work: 'text-work',
  turn: 'text-turn',
  done: 'text-done',
  undo: 'text-undo',
  gone: 'text-gone',
  unkn: 'text-unkn',
} as const satisfies Record<Tone, string>;

const toneBox = {
  wait: 'border-wait-line bg-wait-tint text-wait',
  work: 'border-work-line bg-work-tint text-work',
  turn: 'border-turn-line bg-turn-tint text-turn',
  done: 'border-done-line bg-done-tint text-done',
  undo: 'border-undo-line bg-undo-tint text-undo',
  gone: 'border-gone-line text-gone',
  unkn: 'border-unkn-line text-unkn',
} as const satisfies Record<Tone, string>;

/** For headers. In tables the icon has the colour and the text stays dark. */
export function Badge({
  tone = 'wait',
  size = 'md',
  icon,
  className,
  children,
}: {
  tone?: Tone | undefined;
  /** `row` fits a table's 20 px line. */
  size?: 'md' | 'sm' | 'row' | undefined;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full min-w-0 items-center rounded-1 border align-top whitespace-nowrap',
        size === 'md' && 'h-6.5 gap-1.75 ps-2 pe-2.5 text-13 font-strong',
        size === 'sm' && 'h-5.5 gap-1.25 ps-1.5 pe-1.75 text-12',
        size === 'row' && 'h-5 gap-1.5 px-1.5 text-12',
        toneBox[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
