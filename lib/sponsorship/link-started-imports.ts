import { systemCaller } from '../contract/caller';
import { openDecisionStates } from '../contract/decisions';
import {
  getDecision,
  listDecisions,
  listStartsWithoutImport,
  lockDecisions,
  setDecisionImport,
} from '../store/sponsorship/decisions';
import { recordDecisionChange } from './send-decision';
import type { SponsorshipDeps } from './sponsorship-deps';

const batch = 20;

/**
 * A sponsored creation whose answer was lost is known by its attempt alone. Once the import is found under the
 * customer's name the decision moves to it, so that it stands in the queue and on the import's page. It stays what it
 * was: finding the import is evidence, not an answer, and a person settles it.
 */
export async function linkStartedImports(deps: SponsorshipDeps): Promise<void> {
  for (const found of await listStartsWithoutImport(deps.database.db, batch)) {
    await deps.database.transaction(async (tx) => {
      const row = await getDecision(tx, found.id);
      if (!row) return;
      await lockDecisions(tx, row.environment, found.importId);
      const others = await listDecisions(tx, row.environment, found.importId);
      // One open decision an import: where somebody decided about it meanwhile, this one waits until that is over.
      if (isOpen(row) && others.some(isOpen)) return;
      const named = await setDecisionImport(tx, row.id, found.importId);
      if (named) await recordDecisionChange(deps, tx, named, systemCaller, 'sponsorship.import_found');
    });
  }
}

function isOpen({ state }: { state: string }): boolean {
  return openDecisionStates.some((open) => open === state);
}
