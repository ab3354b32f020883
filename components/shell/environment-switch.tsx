'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { Icon } from '../ui/icon';
import { SegmentedLinks } from '../ui/segmented';
import { useEnvironment } from '../ui/use-environment';
import { environmentLabels as labels } from './labels';

/** Links to the same page in the other environment, without parameters that belong to one environment. */
export function EnvironmentSwitch() {
  const pathname = usePathname();
  const params = useSearchParams();
  const environment = useEnvironment();

  const live = new URLSearchParams(params);
  live.delete('env');
  // A cursor is only valid in its own environment.
  live.delete('cursor');
  const sandbox = new URLSearchParams(live);
  sandbox.set('env', 'sandbox');

  return (
    <SegmentedLinks
      label={labels.group}
      items={[
        { href: live.size > 0 ? `${pathname}?${live}` : pathname, label: labels.live, current: environment === 'live' },
        { href: `${pathname}?${sandbox}`, label: labels.sandbox, current: environment === 'sandbox' },
      ]}
    />
  );
}

export function SandboxBanner() {
  if (useEnvironment() === 'live') return null;
  return (
    <div
      data-band
      role="region"
      aria-label={labels.group}
      className="sticky top-0 z-5 flex h-7 items-center justify-center gap-2 border-b border-turn-line bg-turn-tint px-4 text-12 whitespace-nowrap text-turn [grid-area:band]"
    >
      <Icon name="info" size={14} />
      <p>
        <b>{labels.banner}</b> {labels.explanation}
      </p>
    </div>
  );
}
