import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon, type IconName } from './icon';

const toneStyles = {
  info: { box: 'border-line bg-sunken', head: 'text-ink', icon: 'info', iconColour: 'text-accent' },
  turn: { box: 'border-turn-line bg-turn-tint', head: 'text-turn', icon: 'clock', iconColour: 'text-turn' },
  done: { box: 'border-done-line bg-done-tint', head: 'text-done', icon: 'check', iconColour: 'text-done' },
  error: { box: 'border-unkn-line', head: 'text-unkn', icon: 'warning', iconColour: 'text-unkn' },
} as const satisfies Record<string, { box: string; head: string; icon: IconName; iconColour: string }>;

/** `live` announces it to screen readers. */
export function Notice({
  tone = 'info',
  title,
  icon,
  actions,
  live = false,
  className,
  children,
}: {
  tone?: keyof typeof toneStyles | undefined;
  title?: ReactNode;
  icon?: IconName | undefined;
  actions?: ReactNode;
  live?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const style = toneStyles[tone];
  return (
    <div
      {...(live && { role: tone === 'error' ? 'alert' : 'status' })}
      className={cx(
        'flex flex-wrap gap-x-2.5 gap-y-2 rounded-2 border px-3 py-2.5 text-13 text-ink-2',
        style.box,
        className,
      )}
    >
      <Icon name={icon ?? style.icon} className={cx('mt-0.5', style.iconColour)} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {title !== undefined && <b className={style.head}>{title}</b>} {children}
      </div>
      {actions !== undefined && (
        <div className="flex flex-none items-start gap-2 max-md:w-full max-md:ps-6.5">{actions}</div>
      )}
    </div>
  );
}
