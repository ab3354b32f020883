import { cx } from './cx';
import { iconShapes, type IconName } from './icon-shapes';

export type { IconName };

/** One of our icons. It is decoration unless `label` gives it a meaning of its own. */
export function Icon({
  name,
  size = 16,
  label,
  className,
}: {
  name: IconName;
  size?: number;
  label?: string | undefined;
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
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={iconShapes[name]} />
    </svg>
  );
}
