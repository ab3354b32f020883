import { describe, expect, it } from 'vitest';
import { customerEvents, type CustomerEvent } from '../../contract/outbox';
import type { Situation } from '../../contract/situation';
import { findSituation } from '../../import-detail/find-situation';
import type { SituationInput } from '../../import-detail/situation-rules';
import { allSituationInputs, nameOf } from '../../import-detail/testing/all-situations';
import { findCustomerEvents, type FoundEvent, type StateBefore, type StateNow } from './find-customer-events';

const statusOf = ({ status }: SituationInput): string | null =>
  status === 'none' ? null : status === 'other' ? 'Held' : status === 'gone' ? 'Migration completed' : status;

const beforeOf = (input: SituationInput): StateBefore => ({ status: statusOf(input), decision: input.decision });

const nowOf = (input: SituationInput): StateNow => ({
  ...beforeOf(input),
  input,
  situation: findSituation(input),
  decided: { id: 'decision', kind: input.decision === 'rejected' ? 'reject' : 'accept' },
  requestId: input.request === 'none' ? null : 'request',
});

const states = new Map(allSituationInputs.map((input) => [input, nowOf(input)]));

const find = (
  from: SituationInput,
  to: SituationInput,
  more: { starts?: boolean; isOurs?: boolean; missed?: CustomerEvent[] } = {},
) =>
  findCustomerEvents({
    before: [beforeOf(from)],
    now: states.get(to) ?? nowOf(to),
    starts: false,
    isOurs: true,
    missed: [],
    ...more,
  });

interface Change {
  from: SituationInput;
  to: SituationInput;
  starts: boolean;
  events: FoundEvent[];
}

/** Every change from one combination to another, made once. Who pays is a setting and does not change. */
const allChanges: Change[] = allSituationInputs.flatMap((from) =>
  allSituationInputs
    .filter(({ whoPays }) => whoPays === from.whoPays)
    .flatMap((to) =>
      (from.status === 'none' ? [false, true] : [false]).map((starts) => ({
        ...{ from, to, starts },
        events: find(from, to, { starts }),
      })),
    ),
);
const situations = new Map(allSituationInputs.map((input) => [input, findSituation(input)]));
const situationOf = (input: SituationInput) => situations.get(input) ?? findSituation(input);

/** The first changes that break an expectation, so that a failure can be read. */
function breaking(holds: (change: Change, now: Situation) => boolean): string[] {
  return allChanges
    .filter((change) => !holds(change, situationOf(change.to)))
    .slice(0, 5)
    .map(({ from, to, starts, events }) => {
      const names = events.map(({ event }) => event).join(', ');
      return `${nameOf(from)} -> ${nameOf(to)}${starts ? ', started' : ''}: ${names}`;
    });
}

const sampled = ['sample_start', 'sample_buy', 'sample_review', 'sample_request'];
const only = (allowed: (now: Situation, found: FoundEvent) => boolean, ...names: CustomerEvent[]) =>
  breaking(({ events }, now) => events.every((found) => !names.includes(found.event) || allowed(now, found)));

describe('in every change from one combination to another', () => {
  it('each event is found at least once, and none twice for one change', () => {
    const seen = new Set<CustomerEvent>();
    expect(
      breaking(({ events }) => {
        for (const { event } of events) seen.add(event);
        return new Set(events.map(({ event }) => event)).size === events.length;
      }),
    ).toEqual([]);
    expect([...seen].sort()).toEqual([...customerEvents].sort());
  });

  it('says that the migration is completed only if it is finished', () => {
    expect(only((now) => now.claims.finished, 'completed')).toEqual([]);
  });

  it('makes no claim about the payment that the page does not make', () => {
    expect(only((now) => now.claims.whoPays === 'partner', 'accepted')).toEqual([]);
    expect(only((now) => now.claims.whoPays === 'customer' && now.payment === 'rejected', 'rejected')).toEqual([]);
    expect(only((now) => now.claims.whoPays === 'undecided', 'request_received')).toEqual([]);
  });

  it('asks the customer to act only if the page does', () => {
    expect(
      only((now, { about }) => now.claims.whoActs === 'customer' && now.progress === about, 'action_needed'),
    ).toEqual([]);
  });

  it('says where the migration is only if it is there', () => {
    expect(only((now) => sampled.includes(now.progress), 'sample_ready')).toEqual([]);
    expect(only((now) => now.progress === 'running', 'full_started')).toEqual([]);
    expect(only((now) => now.progress === 'undone', 'undone')).toEqual([]);
  });

  it('says nothing about a migration that is gone, being undone or has an unknown status, except about the payment', () => {
    expect(
      breaking(({ events }, { progress }) => !['gone', 'undoing'].includes(progress) || events.length === 0),
    ).toEqual([]);
    const payment = ['accepted', 'rejected', 'request_received', 'started'];
    expect(
      breaking(
        ({ events }, { progress }) => progress !== 'other' || events.every(({ event }) => payment.includes(event)),
      ),
    ).toEqual([]);
  });

  it('says nothing if neither status nor decision changed', () => {
    expect(
      breaking(
        ({ from, to, starts, events }) =>
          starts || statusOf(from) !== statusOf(to) || from.decision !== to.decision || events.length === 0,
      ),
    ).toEqual([]);
  });

  it('reports an acceptance and a rejection whenever the page begins to say it', () => {
    const names = ['accepted', 'rejected'] as const;
    expect(
      breaking(({ from, to, events }, now) =>
        names.every(
          (name) =>
            now.payment !== name ||
            from.decision === to.decision ||
            situationOf(from).payment === name ||
            events.some(({ event }) => event === name),
        ),
      ),
    ).toEqual([]);
  });

  it('reports every step that the page begins to show', () => {
    const steps: Partial<Record<Situation['progress'], CustomerEvent>> = {
      ...{ sample_start: 'sample_ready', sample_buy: 'sample_ready', sample_review: 'sample_ready' },
      ...{ sample_request: 'sample_ready', sample_waiting: 'action_needed', ready: 'action_needed' },
      ...{ running: 'full_started', completed: 'completed', undone: 'undone' },
    };
    expect(
      breaking(({ from, to, events }, { progress }) => {
        const step = steps[progress];
        return step === undefined || statusOf(from) === statusOf(to) || events.some(({ event }) => event === step);
      }),
    ).toEqual([]);
  });
});

const partner: SituationInput = { status: 'none', decision: 'none', request: 'none', whoPays: 'partner' };
const first = (events: readonly FoundEvent[]) => events[0]?.event;

describe('findCustomerEvents', () => {
  it('puts an acceptance before what the customer can do now, and the start of the full migration before both', () => {
    const sample = { ...partner, status: 'Sample migration completed', decision: 'sending' } as const;
    const accepted = find(sample, { ...sample, status: 'In preparation', decision: 'accepted' });
    expect(accepted.map(({ event }) => event)).toEqual(['accepted', 'action_needed']);
    expect(first(find(sample, { ...sample, status: 'Migration in progress', decision: 'accepted' }))).toBe(
      'full_started',
    );
  });

  it('puts the start before the acceptance that it was created with', () => {
    const now = nowOf({ ...partner, decision: 'accepted' });
    const change = { before: [beforeOf(partner)], starts: true, isOurs: true, missed: [] };
    const kinds = (kind: 'accept' | 'start_full') =>
      findCustomerEvents({ ...change, now: { ...now, decided: { id: 'd', kind } } }).map(({ event }) => event);
    expect(kinds('start_full')).toEqual(['started', 'accepted']);
    expect(kinds('accept')).toEqual(['accepted', 'started']);
  });

  it('asks to connect again only an import that was further before', () => {
    const connect = { ...partner, status: 'Collecting credentials' } as const;
    expect(find(partner, connect)).toEqual([]);
    expect(find({ ...partner, status: 'other' }, connect)).toEqual([]);
    expect(find({ ...partner, status: 'Sample migration in progress' }, connect)).toEqual([
      { event: 'action_needed', about: 'connect' },
    ]);
  });

  it('takes the first status of an import that was not created from here for an old one', () => {
    const completed = { ...partner, status: 'Migration completed' } as const;
    expect(find(partner, completed, { isOurs: false })).toEqual([]);
    expect(first(find(partner, completed, { isOurs: true }))).toBe('completed');
    expect(first(find({ ...partner, status: 'other' }, completed, { isOurs: false }))).toBe('completed');
  });

  it('reports what was missed if it is true now, once', () => {
    const accepted = { ...partner, status: 'Migration completed', decision: 'accepted' } as const;
    const names = (from: SituationInput, missed: CustomerEvent[]) =>
      find(from, accepted, { missed }).map(({ event, about }) => `${event} ${about}`.trim());
    expect(names(accepted, ['request_received', 'accepted', 'sample_ready', 'completed', 'completed'])).toEqual([
      'completed',
      'accepted decision',
    ]);
    expect(names({ ...accepted, status: 'Migration in progress' }, ['completed'])).toEqual(['completed']);
  });

  it('compares the oldest status, and any decision in between', () => {
    const before: StateBefore[] = ['none', 'sending', 'rejected'].map((decision) => ({ status: 'x', decision }));
    const to: SituationInput = { ...partner, status: 'other', decision: 'rejected' };
    const found = findCustomerEvents({
      before: before.toReversed(),
      now: states.get(to) ?? nowOf(to),
      starts: false,
      isOurs: true,
      missed: [],
    });
    expect(found).toEqual([{ event: 'rejected', about: 'decision' }]);
  });
});
