import { expireLeases } from '../expire-leases';
import { nameStartedImports } from '../name-started-imports';
import { sendDueDecisions } from '../send-due-decisions';
import type { SponsorshipParts } from '../sponsorship-parts';

/** One run of each background job about decisions, in turn. */
export async function runDecisionJobs(parts: SponsorshipParts): Promise<void> {
  await expireLeases(parts);
  await sendDueDecisions(parts, new AbortController().signal);
  await nameStartedImports(parts);
}
