import { isRecord } from './find-field';

/** Every string, number and boolean in any JSON, with its path. Not recursive, so any depth is safe; `more` counts the rest. */
export function collectLeaves(
  value: unknown,
  max: number,
): { leaves: { path: string[]; leaf: string | number | boolean }[]; more: number } {
  const leaves: { path: string[]; leaf: string | number | boolean }[] = [];
  let more = 0;
  const waiting: { path: string[]; value: unknown }[] = [{ path: [], value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value: here } = next;
    if (typeof here === 'string' || typeof here === 'number' || typeof here === 'boolean') {
      if (leaves.length < max) leaves.push({ path, leaf: here });
      else more += 1;
    } else if (Array.isArray(here)) {
      // Pushed from the end to keep the order.
      for (let index = here.length - 1; index >= 0; index -= 1) waiting.push({ path, value: here[index] });
    } else if (isRecord(here)) {
      const names = Object.keys(here);
      for (let index = names.length - 1; index >= 0; index -= 1) {
        const name = names[index];
        if (name === undefined) continue;
        // Paths are shown to people; eight names are enough.
        waiting.push({ path: path.length < 8 ? [...path, name] : path, value: here[name] });
      }
    }
  }
  return { leaves, more };
}
