import { expireLeases } from '../expire-leases';
import { linkStartedImports } from '../link-started-imports';
import { sendDueDecisions } from '../send-due-decisions';
import type { SponsorshipDeps } from '../sponsorship-deps';

/** One run of each background job about decisions, in turn. */
export async function runDecisionJobs(deps: SponsorshipDeps): Promise<void> {
  await expireLeases(deps);
  await sendDueDecisions(deps, new AbortController().signal);
  await linkStartedImports(deps);
}
