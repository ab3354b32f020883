import type { Dialect } from '../dialect';
import { readListedImports } from '../read-listed-imports';
import type { CaseNotes } from './case-notes';
import type { Probe } from './create-probe';

/** Live is only ever asked. */
type Asked = Pick<Probe, 'get'>;

const listOf = (live: Asked, username: string) =>
  live.get(`/imports?destination_username=${encodeURIComponent(username)}`);

/** How many imports live has for a name that nobody has; undefined when it did not say. */
export async function countOfStranger(
  live: Asked,
  dialect: Dialect,
  notes: CaseNotes,
  strangersName: string,
): Promise<number | undefined> {
  const told = await listOf(live, strangersName);
  if (!told.ok) {
    const says = `A look-up of a name that nobody has should be an empty list, and failed. ${told.error.person}`;
    notes.say('live', 'bad', says);
    return undefined;
  }
  const { value, unreadable } = readListedImports(told.json, dialect);
  if (unreadable !== null) {
    notes.say('live', 'bad', `A look-up by username is not answered with a list. ${unreadable}`);
    return undefined;
  }
  if (value.length === 0)
    notes.say('live', 'good', 'A look-up by username works: a name that nobody has gets an empty list.');
  else
    notes.say(
      'live',
      'bad',
      `A look-up of a name that nobody has finds ${value.length} imports: names are not heeded.`,
    );
  return value.length;
}

/** The sandbox said 201. If live now knows an import of that name, it was no sandbox. */
export async function checkNothingCreated(
  live: Asked,
  dialect: Dialect,
  notes: CaseNotes,
  strangersName: string,
): Promise<void> {
  const told = await listOf(live, strangersName);
  const made = told.ok
    ? readListedImports(told.json, dialect)
        .value.map(({ id }) => id)
        .join(', ')
    : '';
  if (made === '') return;
  const says = `The sandbox made a real import (${made}), although it must create nothing: tell the operator.`;
  notes.say('sandbox', 'bad', says);
  notes.questions.push(`Please cancel import ${made}: a request to your sandbox created it.`);
}

/** A customer that somebody named: the shape of real answers instead of the sandbox's static ones. */
export async function lookAtCustomer(live: Asked, dialect: Dialect, notes: CaseNotes, username: string): Promise<void> {
  const list = await listOf(live, username);
  if (!list.ok) {
    notes.say('live', 'bad', `The look-up of the username you named failed. ${list.error.person}`);
    return;
  }
  const { value } = readListedImports(list.json, dialect);
  const [first] = value;
  if (first === undefined) {
    notes.say('live', 'note', 'The username you named has no imports there; its exact spelling counts.');
    return;
  }
  notes.say(
    'live',
    'good',
    `The username you named has ${value.length === 1 ? 'one import' : `${value.length} imports`}.`,
  );
  notes.seeListed(list.json);
  const detail = await live.get(`/imports/${encodeURIComponent(first.id)}`);
  if (detail.ok) notes.seeDetailed(detail.json, first.id);
  else notes.say('live', 'bad', `One of them could not be read. ${detail.error.person}`);
}
