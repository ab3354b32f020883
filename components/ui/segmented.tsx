import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from './cx';

const frameClasses = 'inline-flex gap-0.5 rounded-2 bg-press p-0.5 text-12';
// On a phone the frame's padding belongs to the target, which is then 44 px high.
const itemClasses =
  "relative inline-flex h-6 items-center gap-1.5 rounded-1 px-2.5 before:absolute before:-inset-y-0.5 before:inset-x-0 before:content-[''] max-md:h-10";
const activeClasses = 'bg-overlay font-strong text-ink shadow-line';

/** For links, such as environments or periods. */
export function SegmentedLinks({
  label,
  items,
}: {
  label: string;
  items: readonly { href: string; label: ReactNode; current: boolean }[];
}) {
  return (
    <div role="group" aria-label={label} className={frameClasses}>
      {items.map((entry) => (
        <Link
          key={entry.href}
          href={entry.href}
          prefetch={false}
          scroll={false}
          className={cx(itemClasses, entry.current ? activeClasses : 'text-ink-2 hover:text-ink')}
          {...(entry.current && { 'aria-current': 'true' as const })}
        >
          {entry.label}
        </Link>
      ))}
    </div>
  );
}

export function SegmentedRadios<Value extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  className,
}: {
  legend: string;
  name: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
}) {
  return (
    <fieldset className={cx(frameClasses, className)}>
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            itemClasses,
            'flex-1 justify-center text-ink-2 has-checked:bg-overlay has-checked:font-strong has-checked:text-ink has-checked:shadow-line',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
