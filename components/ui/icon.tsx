import { cx } from './cx';
import sprite from './icons.svg';

/** @internal Exported for unit tests. */
export const iconNames = [
  'arrow-down',
  'arrow-right',
  'arrow-up',
  'audit',
  'back',
  'bookmark',
  'check',
  'clock',
  'copy',
  'dots',
  'download',
  'edit',
  'filter',
  'globe',
  'help',
  'hook',
  'imports',
  'info',
  'key',
  'left',
  'link',
  'lock',
  'mail',
  'minus',
  'moon',
  'next',
  'note',
  'overview',
  'pause',
  'person',
  'play',
  'plug',
  'plus',
  'qr',
  'refresh',
  'right',
  'screen',
  'search',
  'send',
  'sign-out',
  'sliders',
  'spinner',
  'staff',
  'stamp',
  'sun',
  'trash',
  'two',
  'up',
  'updown',
  'upload',
  'warning',
  'watch',
  'x',
] as const;
export type IconName = (typeof iconNames)[number];

/** They point along the text, so they are mirrored where it runs from right to left. */
const alongText: ReadonlySet<string> = new Set(['arrow-right', 'back', 'left', 'next', 'right', 'send']);

/** Always decorative, so it needs text beside it. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName | `status-${string}`;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      width={size}
      height={size}
      className={cx('icon', alongText.has(name) && 'rtl:-scale-x-100', className)}
      aria-hidden
    >
      <use href={`${sprite.src}#${name}`} />
    </svg>
  );
}
