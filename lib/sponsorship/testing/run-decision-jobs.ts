import { expireLeases } from '../expire-leases';
import { linkStartedImports } from '../link-started-imports';
import { sendDueDecisions } from '../send-due-decisions';
import type { SponsorshipDeps } from '../sponsorship-deps';

export async function runDecisionJobs(deps: SponsorshipDeps): Promise<void> {
  await expireLeases(deps);
  await sendDueDecisions(deps, new AbortController().signal);
  await linkStartedImports(deps);
}
