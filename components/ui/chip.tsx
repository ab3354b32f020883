import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from './cx';

export const chipClasses = (on: boolean, dashed: boolean) =>
  cx(
    'chip',
    on && 'border-accent-line bg-accent-tint text-ink hover:bg-accent-tint',
    !on && dashed && 'border-dashed border-line-strong bg-transparent text-meta',
  );

type ChipProps = {
  icon?: ReactNode;
  count?: ReactNode;
  children: ReactNode;
  on?: boolean | undefined;
  dashed?: boolean | undefined;
};

function ChipContent({ icon, count, children }: ChipProps) {
  return (
    <>
      {icon}
      {children}
      {count !== undefined && <b className="text-ink">{count}</b>}
    </>
  );
}

/** A filter as a link that adds or removes it. */
export function ChipLink({ href, ...chip }: ChipProps & { href: string }) {
  return (
    <Link
      href={href}
      scroll={false}
      prefetch={false}
      className={chipClasses(chip.on ?? false, chip.dashed ?? false)}
      {...(chip.on && { 'aria-current': 'true' as const })}
    >
      <ChipContent {...chip} />
    </Link>
  );
}

/** A toggle filter, or (`dashed`) the chip that adds one. */
export function ChipButton({ onClick, ...chip }: ChipProps & { onClick?: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={chipClasses(chip.on ?? false, chip.dashed ?? false)}
      {...(!chip.dashed && { 'aria-pressed': chip.on ?? false })}
    >
      <ChipContent {...chip} />
    </button>
  );
}
