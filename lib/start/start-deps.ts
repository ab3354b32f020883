import type { ImportDetail } from '../contract/imports';
import type { Settings } from '../core/settings';
import type { CreationDeps } from '../imports/creation/creation-deps';
import type { SponsorshipDeps } from '../sponsorship/sponsorship-deps';

export interface StartDeps extends CreationDeps {
  newId: () => string;
  publicOrigin: string;
  startPage: Settings['startPage'];
  whoPays: Settings['whoPays'];
  sponsorship: SponsorshipDeps;
  /** Stored data: the customer's page never waits for the service. */
  readImportDetail: (importId: string) => Promise<ImportDetail | undefined>;
}

/** Longer than any migration takes. */
export const migrationLinkDays = 180;
