import type { ImportDetail } from '../contract/imports';
import type { Settings } from '../core/settings';
import type { CreationParts } from '../imports/creation/creation-parts';
import type { SponsorshipParts } from '../sponsorship/sponsorship-parts';
import type { CustomerLinks } from './customer-links';

export interface StartParts extends CreationParts {
  newId: () => string;
  links: CustomerLinks;
  publicOrigin: string;
  startPage: Settings['startPage'];
  whoPays: Settings['whoPays'];
  sponsorship: SponsorshipParts;
  /** What the record knows; the customer's page is drawn from it, and never waits for the service. */
  readRecord: (importId: string) => Promise<ImportDetail | undefined>;
}

/** A migration takes weeks at most; the link to follow it outlives that. */
export const migrationLinkDays = 180;
