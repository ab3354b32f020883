import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { periods, type Period } from '@/lib/contract/overview';
import { SegmentedLinks } from '../ui/segmented';
import { overviewLabels as labels } from './labels';

export function PeriodSwitch({ period, environment }: { period: Period; environment: Environment }) {
  return (
    <SegmentedLinks
      label={labels.period}
      items={periods.map((value) => ({
        href: envHref(value === '12w' ? '/' : `/?period=${value}`, environment),
        label: labels.periods[value],
        current: value === period,
      }))}
    />
  );
}
