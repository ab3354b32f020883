import { systemCaller } from '../../contract/caller';
import { finishRotation } from '../finish-rotation';
import type { KeysDeps } from '../keys-deps';
import { rotateColumn, type RotatedRows } from '../rotate-column';
import { rotatePendingErasures } from '../rotate-pending-erasures';
import { rotateTokens } from '../rotate-tokens';
import { rotationSteps } from '../rotation-steps';

/** What `npm run keys -- rotate` does. */
export async function rotateAll(deps: KeysDeps, signal = new AbortController().signal) {
  const changedKeys = new Set<string>();
  const unreadable: RotatedRows['unreadable'] = [];
  for (const step of rotationSteps) {
    if (step === 'tokens') {
      let after: readonly [string, string] | null = null;
      do {
        const page: Awaited<ReturnType<typeof rotateTokens>> = await rotateTokens(deps, after);
        for (const keyId of Object.keys(page.changed)) changedKeys.add(keyId);
        after = page.after;
      } while (after !== null);
      continue;
    }
    if (step === 'pending_erasures') {
      const page = await rotatePendingErasures(deps);
      for (const keyId of Object.keys(page.changed)) changedKeys.add(keyId);
      unreadable.push(...page.unreadable);
      continue;
    }
    let after: RotatedRows['after'] = null;
    do {
      const page: RotatedRows = await rotateColumn(deps, step, { after, signal });
      for (const keyId of Object.keys(page.changed)) changedKeys.add(keyId);
      unreadable.push(...page.unreadable);
      after = page.after;
    } while (after !== null);
  }
  return {
    unreadable,
    ...(await finishRotation(deps, { caller: systemCaller, changedKeys: [...changedKeys], signal })),
  };
}
