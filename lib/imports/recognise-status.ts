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

/** Longer than any text a person would read; a status is shown and indexed, so it has to end somewhere. */
const maxTextLength = 500;
const maxKeyLength = 200;

/**
 * Other capitals, other spacing and the older wording mean the same status. Nothing else does: a text that merely
 * resembles one of the nine is shown as it came.
 */
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

/** The text stays verbatim; `known` says which of the nine it means. An unknown text gets the neutral look. */
export function recogniseStatus(text: string): Status {
  const meant = knownByText.get(normalise(text));
  const shown = text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1).toWellFormed()}…` : text;
  return meant === undefined
    ? { text: shown, family: 'waiting' }
    : { text: shown, family: familyOf[meant], known: meant };
}

/** What counts, filters and stays group by: the canonical text where recognised, else the text without its edges. */
export function statusKey(text: string): string {
  return knownByText.get(normalise(text)) ?? text.trim().replace(/\s+/gu, ' ').slice(0, maxKeyLength).toWellFormed();
}

/** Nothing more is expected of these, so they are never "stuck" and rarely asked about. */
export const finishedStatuses: readonly string[] = [
  'Migration completed',
  'Migration cleaned',
] satisfies readonly KnownStatus[];

/** An order of all statuses for facts that bear the same moment: the nine as the document lists their path, then the rest. */
export function statusOrder(key: string): number {
  const order = knownStatuses.findIndex((text) => text === key);
  return order < 0 ? knownStatuses.length : order;
}
