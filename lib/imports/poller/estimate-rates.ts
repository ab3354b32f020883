import type { KnownStatus } from '../../contract/status';
import type { ExposureRow } from '../../store/service-calls/poll-plan';

/** Rates fall with age: credentials usually arrive within minutes, and rarely after a week. */
export const ageEdgesS = [0, 600, 3600, 6 * 3600, 86_400, 7 * 86_400] as const;

/** Assumed mean duration before there is data. */
const priors: Readonly<Record<KnownStatus, number>> = {
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
const priorDurationS = new Map<string, number>(Object.entries(priors));
const priorDurationOfUnknownS = 2 * 3600;
/** A new import has no status until it is polled for the first time. */
const priorDurationOfNewS = 60;

/** The prior counts as much as this many observed changes. */
const priorWeight = 2;
/** About once in three years; keeps square roots above zero. */
const minRate = 1e-8;

export interface Rates {
  /** Expected changes per second of an import that has been in this status for `ageS`. */
  of(statusKey: string | null, ageS: number): number;
}

export function estimateRates(exposures: readonly ExposureRow[]): Rates {
  const byStatus = new Map<string, { exits: number; exposureS: number }>();
  const byBucket = new Map<string, { exits: number; exposureS: number }>();
  for (const { statusKey, ageBucket, exits, exposureS } of exposures) {
    addExposure(byStatus, statusKey, exits, exposureS);
    addExposure(byBucket, `${ageBucket} ${statusKey}`, exits, exposureS);
  }
  const noExposure = { exits: 0, exposureS: 0 };
  return {
    of: (statusKey, ageS) => {
      const key = statusKey ?? '';
      const whole = byStatus.get(key) ?? noExposure;
      const isNew = statusKey === null && ageS < 600;
      const priorS = isNew ? priorDurationOfNewS : (priorDurationS.get(key) ?? priorDurationOfUnknownS);
      const overall = (whole.exits + priorWeight) / (whole.exposureS + priorWeight * priorS);
      const ageBucket = ageEdgesS.findLastIndex((edge) => ageS >= edge);
      const part = byBucket.get(`${Math.max(0, ageBucket)} ${key}`) ?? noExposure;
      const atAge = (part.exits + priorWeight) / (part.exposureS + priorWeight / overall);
      return Math.max(minRate, atAge);
    },
  };
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
