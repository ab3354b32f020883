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

/** @internal Exported for unit tests. Those of statuses; the sprite prefixes their names with `status-`. */
export const statusIconNames = [
  'credentials',
  'waiting',
  'sample',
  'sample-done',
  'prepared',
  'running',
  'done',
  'undoing',
  'cleaned',
  'gone',
  'other',
  'outcome-unknown',
] as const;
export type StatusIconName = (typeof statusIconNames)[number];

const sizeClasses = {
  12: 'icon-12',
  13: 'icon-13',
  14: 'icon-14',
  16: 'icon-16',
  18: 'icon-18',
  20: 'icon-20',
} as const;
export type IconSize = keyof typeof sizeClasses;

/** They point along the text, so they are mirrored where it runs from right to left. */
const alongText: ReadonlySet<string> = new Set(['arrow-right', 'back', 'left', 'next', 'right', 'send']);

/**
 * Always decorative, so it needs text beside it. The size is a class and the content is text, because a page has about 50
 * icons: as elements with attributes they took a tenth of its rendering.
 */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName | `status-${StatusIconName}`;
  size?: IconSize;
  className?: string | undefined;
}) {
  return (
    <svg
      className={cx(sizeClasses[size], alongText.has(name) && 'rtl:-scale-x-100', className)}
      aria-hidden
      dangerouslySetInnerHTML={{ __html: `<use href="${sprite.src}#${name}"/>` }}
    />
  );
}
