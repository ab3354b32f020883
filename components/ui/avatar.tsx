import { cx } from './cx';
import { hueOf, monogramOf } from './monogram';

/** Decorative: the name must be shown beside it or label its container. */
export function Avatar({ name, size = 'md' }: { name: string; size?: 'md' | 'sm' }) {
  return (
    <span
      aria-hidden
      className={cx(
        'inline-grid flex-none place-items-center rounded-full bg-accent-tint leading-none font-strong text-accent',
        size === 'md' ? 'size-6.5 text-11' : 'size-4.5 text-10',
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** A source tool as two letters; we ship no third-party logos. */
function Monogram({ name }: { name: string }) {
  return (
    <span aria-hidden className="monogram">
      {monogramOf(name)}
    </span>
  );
}

/** Like `Monogram`, in the tool's own colour, for lists to choose from. The name must be beside it. */
export function ToolMark({ name, className }: { name: string; className?: string }) {
  return (
    <span aria-hidden data-hue={hueOf(name)} className={cx('tool-mark', className)}>
      {monogramOf(name)}
    </span>
  );
}

export function ToolName({ name }: { name: string }) {
  return (
    <span className="row-text gap-2">
      <Monogram name={name} />
      <span className="truncate">{name}</span>
    </span>
  );
}

/** From the first and last name, or an e-mail address's local part. */
function initialsOf(name: string): string {
  const local = name.includes('@') ? name.slice(0, name.indexOf('@')) : name;
  const words = local.split(/[\s._-]+/u).filter(Boolean);
  const first = words[0];
  if (first === undefined) return '?';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => (word === undefined ? '' : ([...word][0] ?? '')))
    .join('')
    .toLocaleUpperCase('en');
}
