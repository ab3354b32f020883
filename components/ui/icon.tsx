import { cx } from './cx';
import { iconShapes, type IconName } from './icon-shapes';

export type { IconName };

/** One of our icons, always decoration: the text beside it says what it means. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dots' ? 2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('block flex-none', className)}
      aria-hidden
    >
      <path d={iconShapes[name]} />
    </svg>
  );
}
