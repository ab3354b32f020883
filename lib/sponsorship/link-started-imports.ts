import { systemCaller } from '../contract/caller';
import {
  getDecision,
  listDecisions,
  listStartsWithoutImport,
  lockDecisions,
  setDecisionImport,
} from '../store/sponsorship/decisions';
import { closeRequests } from '../store/sponsorship/full-requests';
import { isInEffect, isOpen } from './decision-state-machine';
import { giveUp } from './give-up';
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
      const others = await listDecisions(tx, row.environment, found.importId);
      // An import has at most one open decision, so wait until the other one is closed. One being sent may be held again.
      if (others.some((other) => (isOpen(row) ? isOpen(other) : other.state === 'sending'))) return;
      const linked = await setDecisionImport(tx, row.id, found.importId);
      if (linked && isInEffect(linked)) {
        await closeRequests(tx, row.environment, found.importId, { at: deps.clock.now(), reason: 'accepted' });
        // Its approver was not shown that the import is sponsored, so it must not overturn that.
        const approved = others.find(({ state }) => state === 'approved');
        if (approved) await giveUp(deps, tx, approved, 'Sponsorship was already accepted for this import.');
      }
      if (linked) await recordDecisionChange(deps, tx, linked, systemCaller, 'sponsorship.import_found');
    });
  }
}
