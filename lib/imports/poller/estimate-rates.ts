import type { KnownStatus } from '../../contract/status';
import type { ExposureRow } from '../../store/service-calls/poll-plan';

/**
 * How soon a status is left depends on how long it has lasted: credentials are mostly given within minutes, and who
 * has not given them for a week hardly ever does. So the rate of leaving is kept by status and by age.
 */
export const ageEdgesS = [0, 600, 3600, 6 * 3600, 86_400, 7 * 86_400] as const;

/** What we believe before we have seen anything: the mean stay in seconds. */
const priorDurationS: Readonly<Record<KnownStatus, number>> = {
  'Collecting credentials': 1800,
  'Waiting to start sample migration': 600,
  'Sample migration in progress': 1200,
  'Sample migration completed': 2 * 86_400,
  'In preparation': 2 * 3600,
  'Migration in progress': 2 * 3600,
  'Migration completed': 60 * 86_400,
  'Undo in progress': 1800,
  'Migration cleaned': 60 * 86_400,
};
const priorDurationOfUnknownS = 2 * 3600;

/** A belief counts as much as this many changes seen; evidence outweighs it soon, but not at once. */
const priorWeight = 2;
/** Slower than once in three years is as good as never, and keeps the roots away from zero. */
const minRate = 1e-8;

export interface Rates {
  /** Expected changes a second of an import that has been in this status for `ageS`. */
  of(statusKey: string | null, ageS: number): number;
}

function ageBucketOf(ageS: number): number {
  const above = ageEdgesS.findLastIndex((edge) => ageS >= edge);
  return Math.max(0, above);
}

export function estimateRates(exposures: readonly ExposureRow[]): Rates {
  const byStatus = new Map<string, { exits: number; exposureS: number }>();
  const byBucket = new Map<string, { exits: number; exposureS: number }>();
  for (const { statusKey, ageBucket, exits, exposureS } of exposures) {
    addExposure(byStatus, statusKey, exits, exposureS);
    addExposure(byBucket, `${ageBucket} ${statusKey}`, exits, exposureS);
  }
  const nothing = { exits: 0, exposureS: 0 };
  return {
    of: (statusKey, ageS) => {
      const key = statusKey ?? '';
      const whole = byStatus.get(key) ?? nothing;
      const overall = (whole.exits + priorWeight) / (whole.exposureS + priorWeight * priorDurationOf(key));
      const part = byBucket.get(`${ageBucketOf(ageS)} ${key}`) ?? nothing;
      const atAge = (part.exits + priorWeight) / (part.exposureS + priorWeight / overall);
      return Math.max(minRate, atAge);
    },
  };
}

function priorDurationOf(statusKey: string): number {
  for (const [status, stayS] of Object.entries(priorDurationS)) if (status === statusKey) return stayS;
  return priorDurationOfUnknownS;
}

function addExposure(
  sums: Map<string, { exits: number; exposureS: number }>,
  key: string,
  exits: number,
  exposureS: number,
): void {
  const sum = sums.get(key) ?? { exits: 0, exposureS: 0 };
  sums.set(key, { exits: sum.exits + exits, exposureS: sum.exposureS + exposureS });
}
