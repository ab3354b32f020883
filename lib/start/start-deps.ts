import type { MailMode } from '../contract/outbox';
import type { Settings } from '../core/settings';
import type { ImportDetailDeps } from '../import-detail/read-import-detail';
import type { DurationStatistics } from '../imports/usual-durations';
import type { CreationDeps } from '../imports/creation/creation-deps';
import type { PopularTools } from '../imports/popular-tools';
import type { ToolCatalog } from '../imports/tool-catalog';
import type { SponsorshipDeps } from '../sponsorship/sponsorship-deps';

export interface StartDeps extends CreationDeps {
  newId: () => string;
  publicOrigin: string;
  startPage: Settings['startPage'];
  whoPays: Settings['whoPays'];
  /** Without mail, customers are not asked for an address. */
  mailMode: MailMode;
  tools: ToolCatalog;
  popularTools: PopularTools;
  sponsorship: SponsorshipDeps;
  detail: ImportDetailDeps;
  durations: DurationStatistics;
}

/** Longer than any migration takes. */
export const migrationLinkDays = 180;
