import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { periods, type Period } from '@/lib/contract/overview';
import { SegmentedLinks } from '../ui/segmented';

const periodLabels: Record<Period, string> = { '30d': '30 days', '12w': '12 weeks', '1y': 'Year' };

export function PeriodSwitch({ period, environment }: { period: Period; environment: Environment }) {
  return (
    <SegmentedLinks
      label="Period"
      items={periods.map((value) => ({
        href: envHref(value === '12w' ? '/' : `/?period=${value}`, environment),
        label: periodLabels[value],
        current: value === period,
      }))}
    />
  );
}
