import type { Dialect } from '../dialect/dialect';
import { readListedImports } from '../readers/read-listed-imports';
import type { FindingsCollector } from './findings-collector';
import type { Probe } from './create-probe';

/** The doctor never sends a POST to the live address. */
type LiveProbe = Pick<Probe, 'get'>;

const listImportsOf = (live: LiveProbe, username: string) =>
  live.get(`/imports?destination_username=${encodeURIComponent(username)}`);

export async function countImportsOfUnknownUser(
  live: LiveProbe,
  dialect: Dialect,
  collector: FindingsCollector,
  unknownUsername: string,
): Promise<number | undefined> {
  const response = await listImportsOf(live, unknownUsername);
  if (!response.ok) {
    const message = `A look-up of a name that nobody has should be an empty list, and failed. ${response.error.userMessage}`;
    collector.bad('live', message);
    return undefined;
  }
  const { value, unreadable } = readListedImports(response.json, dialect);
  if (unreadable !== null) {
    collector.bad('live', `A look-up by username is not answered with a list. ${unreadable}`);
    return undefined;
  }
  if (value.length === 0)
    collector.good('live', 'A look-up by username works: a name that nobody has gets an empty list.');
  else
    collector.bad('live', `A look-up of a name that nobody has finds ${value.length} imports: names are not heeded.`);
  return value.length;
}

export async function checkNothingCreated(
  live: LiveProbe,
  dialect: Dialect,
  collector: FindingsCollector,
  unknownUsername: string,
): Promise<void> {
  const response = await listImportsOf(live, unknownUsername);
  const created = response.ok
    ? readListedImports(response.json, dialect)
        .value.map(({ id }) => id)
        .join(', ')
    : '';
  if (created === '') return;
  const message = `The sandbox made a real import (${created}), although it must create nothing: tell the operator.`;
  collector.bad('sandbox', message);
  collector.questions.push(`Please cancel import ${created}: a request to your sandbox created it.`);
}

export async function checkCustomer(
  live: LiveProbe,
  dialect: Dialect,
  collector: FindingsCollector,
  username: string,
): Promise<void> {
  const list = await listImportsOf(live, username);
  if (!list.ok) {
    collector.bad('live', `The look-up of the username you named failed. ${list.error.userMessage}`);
    return;
  }
  const { value } = readListedImports(list.json, dialect);
  const [first] = value;
  if (first === undefined) {
    collector.note('live', 'The username you named has no imports there; its exact spelling counts.');
    return;
  }
  collector.good(
    'live',
    `The username you named has ${value.length === 1 ? 'one import' : `${value.length} imports`}.`,
  );
  collector.addListedSample(list.json);
  const detail = await live.get(`/imports/${encodeURIComponent(first.id)}`);
  if (detail.ok) collector.addDetailedSample(detail.json, first.id);
  else collector.bad('live', `One of them could not be read. ${detail.error.userMessage}`);
}
