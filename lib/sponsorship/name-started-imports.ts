import { systemCaller } from '../contract/caller';
import { openDecisionStates } from '../contract/decisions';
import { getDecision, listDecisionsOf, listNamelessStarts, lockDecisionsOf, nameDecision } from '../store/decisions';
import { tell } from './send-decision';
import type { SponsorshipParts } from './sponsorship-parts';

const batch = 20;

/**
 * A sponsored creation whose answer was lost is known by its attempt alone. Once the import is found under the
 * customer's name the decision moves to it, so that it stands in the queue and on the import's page. It stays what it
 * was: finding the import is evidence, not an answer, and a person settles it.
 */
export async function nameStartedImports(parts: SponsorshipParts): Promise<void> {
  for (const found of await listNamelessStarts(parts.database.db, batch)) {
    await parts.database.transaction(async (tx) => {
      const row = await getDecision(tx, found.id);
      if (!row) return;
      await lockDecisionsOf(tx, row.environment, found.importId);
      const others = await listDecisionsOf(tx, row.environment, found.importId);
      // One open decision an import: where somebody decided about it meanwhile, this one waits until that is over.
      if (isOpen(row) && others.some(isOpen)) return;
      const named = await nameDecision(tx, row.id, found.importId);
      if (named) await tell(parts, tx, named, systemCaller, 'sponsorship.import_found');
    });
  }
}

function isOpen({ state }: { state: string }): boolean {
  return openDecisionStates.some((open) => open === state);
}
