import { knownStatuses, type KnownStatus, type Status, type StatusFamily } from '../contract/status';

const familyOf: Record<KnownStatus, StatusFamily> = {
  'Collecting credentials': 'waiting',
  'Waiting to start sample migration': 'waiting',
  'In preparation': 'waiting',
  'Sample migration in progress': 'working',
  'Migration in progress': 'working',
  'Sample migration completed': 'turn',
  'Migration completed': 'done',
  'Undo in progress': 'undone',
  'Migration cleaned': 'undone',
};

const maxTextLength = 500;
const maxKeyLength = 200;

/** Ignores case, spacing and the older wording "import". Texts that are only similar stay unknown. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')
    .trim()
    .replace(/[.!]+$/u, '')
    .replace(/\bimport\b/gu, 'migration');
}

const knownByText = new Map<string, KnownStatus>(knownStatuses.map((text) => [normalise(text), text]));

/** A timeline repeats few texts, and normalising one takes longer than everything else that is done with it. */
const recognised = new Map<string, KnownStatus | undefined>();
const maxRecognised = 1000;

function findKnown(text: string): KnownStatus | undefined {
  if (recognised.has(text)) return recognised.get(text);
  if (recognised.size >= maxRecognised) recognised.clear();
  const known = knownByText.get(normalise(text));
  // Long texts are rare, and would fill the memory.
  if (text.length <= maxTextLength) recognised.set(text, known);
  return known;
}

/** Keeps the original text; `known` is the documented status it means. */
export function recogniseStatus(text: string): Status {
  const known = findKnown(text);
  const shown = text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1).toWellFormed()}…` : text;
  return known === undefined ? { text: shown, family: 'waiting' } : { text: shown, family: familyOf[known], known };
}

/** Groups counts, filters and durations: the documented text if recognised, else the trimmed text. */
export function statusKey(text: string): string {
  return findKnown(text) ?? text.trim().replace(/\s+/gu, ' ').slice(0, maxKeyLength).toWellFormed();
}

/** Never stuck, and rarely polled. */
export const finishedStatuses: readonly string[] = [
  'Migration completed',
  'Migration cleaned',
] satisfies readonly KnownStatus[];

/** The documented order; unknown statuses come last. */
export function statusOrder(key: string): number {
  const order = knownStatuses.findIndex((text) => text === key);
  return order < 0 ? knownStatuses.length : order;
}
