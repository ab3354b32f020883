import type { Environment } from '../contract/environment';
import { countWaiting } from '../store/sponsorship/sponsorship-queue';
import type { SponsorshipDeps } from './sponsorship-deps';

export function countQueue({ database }: Pick<SponsorshipDeps, 'database'>, environment: Environment): Promise<number> {
  return countWaiting(database.db, environment);
}
