'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { SegmentedLinks } from '../ui/segmented';
import { useEnvironment } from './use-environment';

/** Live or sandbox, as addresses of the same page: what is filtered stays, what belongs to one environment does not. */
export function EnvironmentSwitch() {
  const pathname = usePathname();
  const params = useSearchParams();
  const environment = useEnvironment();

  const live = new URLSearchParams(params);
  live.delete('env');
  // A place in one environment's list means nothing in the other's.
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
