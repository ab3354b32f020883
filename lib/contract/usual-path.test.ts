import { expect, it } from 'vitest';
import { knownStatuses, usualPath, type Status } from './status';
import { layoutUsualPath, type PathLayout } from './usual-path';

const [credentials, waiting, sampling, sampled, preparing, migrating, completed, undoing, cleaned] = knownStatuses;
const statusOf = (text: string): Status => ({
  text,
  family: text === undoing || text === cleaned ? 'undone' : 'waiting',
  ...(knownStatuses.some((known) => known === text) && { known: text }),
});
const layout = (
  text: string | null,
  observed: readonly string[],
  { gone = false, startsFull = false }: { gone?: boolean; startsFull?: boolean } = {},
) =>
  layoutUsualPath({
    row: { status: text === null ? null : statusOf(text), gone },
    timeline: observed.map((known) => ({ status: statusOf(known) })),
    decisions: startsFull ? [{ kind: 'start_full' }] : [],
  });
const letters = { passed: 'p', current: 'C', 'not-observed': '-', 'moved-back': 'b', ahead: '.' };
/** One letter per step, then the exits. */
const draw = ({ steps, exits }: PathLayout) =>
  [
    steps.map(({ state }) => letters[state]).join(''),
    ...exits.map((exit) => (exit.kind === 'gone' ? 'gone' : exit.status.text)),
  ].join(' | ');

it.each([
  ['nothing reported yet', null, [], '.......'],
  ['first seen in the middle', preparing, [preparing], '----C..'],
  ['every step observed', preparing, [credentials, waiting, sampling, sampled, preparing], 'ppppC..'],
  ['a skipped step', sampled, [credentials, sampled], 'p--C...'],
  ['finished with gaps', completed, [sampled, completed], '---p--C'],
  ['moved back', sampling, [credentials, waiting, sampling, sampled, preparing], 'ppCbb..'],
  ['moved back over a step that was never observed', waiting, [waiting, sampled], '-C.b...'],
  ['started again after an undo', credentials, [credentials, sampled, undoing, cleaned], 'C..b...'],
])('draws only observed steps as passed: %s', (_case, text, observed, expected) => {
  expect(draw(layout(text, observed))).toBe(expected);
});

it.each([
  ['being undone', undoing, [migrating, undoing], '-----p | Undo in progress'],
  ['cleaned', cleaned, [credentials, completed, undoing, cleaned], 'p-----p | Migration cleaned'],
  ['first seen as cleaned', cleaned, [cleaned], ' | Migration cleaned'],
  ['an unknown status', 'Parked', [credentials, waiting], 'pp | Parked'],
  ['undone after moving back', undoing, [credentials, sampled, sampling, undoing], 'p-pp | Undo in progress'],
])('ends after the last observed step when the status is outside the path: %s', (_case, text, observed, expected) => {
  expect(draw(layout(text, observed))).toBe(expected);
});

it.each([
  ['on the path', sampled, [credentials, sampled], 'p--p | gone'],
  ['after an undo', cleaned, [sampled, cleaned], '---p | Migration cleaned | gone'],
  ['with an unknown status', 'Parked', [], ' | Parked | gone'],
  ['never reported', null, [], ' | gone'],
])('ends when the import is no longer available: %s', (_case, text, observed, expected) => {
  expect(draw(layout(text, observed, { gone: true }))).toBe(expected);
});

it.each([
  ['at its start', credentials, [credentials], 'C...'],
  ['running', migrating, [credentials, preparing, migrating], 'ppC.'],
  ['with an observed sample step', migrating, [sampled, migrating], '-p-C.'],
])('leaves out the sample steps of an import that starts full: %s', (_case, text, observed, expected) => {
  expect(draw(layout(text, observed, { startsFull: true }))).toBe(expected);
});

it('draws no step as passed without an observation, and none ahead of an import that left, in any combination', () => {
  const wrong: string[] = [];
  for (let mask = 0; mask < 2 ** usualPath.length; mask++) {
    const observed = usualPath.filter((_step, index) => (mask >> index) & 1);
    for (const text of [...knownStatuses, 'Parked', null]) {
      for (const gone of [false, true]) {
        for (const startsFull of [false, true]) {
          const drawn = layout(text, observed, { gone, startsFull });
          const seen = (step: string) => step === text || observed.some((known) => known === step);
          const isSeenState = (state: string) => state !== 'ahead' && state !== 'not-observed';
          const left = gone || (text !== null && !usualPath.some((step) => step === text));
          const right =
            drawn.steps.every(({ status: step, state }) => isSeenState(state) === seen(step)) &&
            observed.every((step) => drawn.steps.some((shown) => shown.status === step)) &&
            drawn.exits.length > 0 === left &&
            drawn.steps.filter(({ state }) => state === 'current').length === (left || text === null ? 0 : 1) &&
            !(left && drawn.steps.some(({ state }) => state === 'ahead' || state === 'moved-back'));
          if (!right) wrong.push(`${observed.join()} ${text} ${gone} ${startsFull}: ${draw(drawn)}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});
