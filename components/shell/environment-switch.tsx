'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { SegmentedLinks } from '../ui/segmented';
import { useEnvironment } from '../ui/use-environment';

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
      label="Environment"
      items={[
        { href: live.size > 0 ? `${pathname}?${live}` : pathname, label: 'Live', current: environment === 'live' },
        { href: `${pathname}?${sandbox}`, label: 'Sandbox', current: environment === 'sandbox' },
      ]}
    />
  );
}
