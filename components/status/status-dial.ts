import type { KnownStatus, StatusFamily } from '@/lib/contract/status';

/** A ring that fills along the usual path, so it is readable without colour. */
export type Dial =
  | 'credentials'
  | 'waiting'
  | 'sample'
  | 'sample-done'
  | 'prepared'
  | 'running'
  | 'done'
  | 'undoing'
  | 'cleaned'
  | 'gone'
  | 'other'
  | 'outcome-unknown';

const dialOfKnown: Record<KnownStatus, Dial> = {
  'Collecting credentials': 'credentials',
  'Waiting to start sample migration': 'waiting',
  'Sample migration in progress': 'sample',
  'Sample migration completed': 'sample-done',
  'In preparation': 'prepared',
  'Migration in progress': 'running',
  'Migration completed': 'done',
  'Undo in progress': 'undoing',
  'Migration cleaned': 'cleaned',
};

const dialOfFamily: Record<StatusFamily, Dial> = {
  waiting: 'waiting',
  working: 'running',
  turn: 'sample-done',
  done: 'done',
  undone: 'cleaned',
  gone: 'gone',
  unknown: 'other',
};

/** Gone comes first, then one of the nine known texts, then the family. */
export function dialOf({
  text,
  family,
  known,
}: {
  text: string;
  family: StatusFamily;
  known?: string | undefined;
}): Dial {
  if (family === 'gone') return 'gone';
  const canonical = known ?? text;
  return isKnown(canonical) ? dialOfKnown[canonical] : dialOfFamily[family];
}

function isKnown(text: string): text is KnownStatus {
  return Object.hasOwn(dialOfKnown, text);
}
