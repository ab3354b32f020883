import { systemCaller } from '../contract/caller';
import {
  getDecision,
  listDecisions,
  listStartsWithoutImport,
  lockDecisions,
  setDecisionImport,
} from '../store/sponsorship/decisions';
import { closeAnsweredRequests } from './close-answered-requests';
import { isOpen } from './decision-state-machine';
import { recordDecisionChange } from './record-decision-change';
import type { SponsorshipDeps } from './sponsorship-deps';

const batch = 20;

/** Finding the import does not prove what was paid, so the decision stays unknown until a person resolves it. */
export async function linkStartedImports(deps: SponsorshipDeps): Promise<void> {
  for (const found of await listStartsWithoutImport(deps.database.db, batch)) {
    await deps.database.transaction(async (tx) => {
      const row = await getDecision(tx, found.id);
      if (!row) return;
      await lockDecisions(tx, row.environment, found.importId);
      // An import has at most one open decision, so wait until the other one is closed.
      if (isOpen(row) && (await listDecisions(tx, row.environment, found.importId)).some(isOpen)) return;
      const linked = await setDecisionImport(tx, row.id, found.importId);
      if (!linked) return;
      await closeAnsweredRequests(deps, tx, linked);
      await recordDecisionChange(deps, tx, linked, systemCaller, 'sponsorship.import_found');
    });
  }
}
