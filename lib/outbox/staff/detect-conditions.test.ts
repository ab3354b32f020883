import { beforeEach, describe, expect, test } from 'vitest';
import { defaultPolicy } from '../../contract/policy';
import { createStuckRule } from '../../imports/stuck-rule';
import { createServiceHealth } from '../../service/client/service-health';
import type { ServiceHealth } from '../../service/service-client';
import type { Database } from '../../store/database/database';
import { readLatestChangeId } from '../../store/events/change-feed';
import { upsertImports, type NewImport } from '../../store/imports/imports';
import { insertDecision } from '../../store/sponsorship/decisions';
import { insertPolicy } from '../../store/sponsorship/policies';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import {
  deleteDeliveryRows,
  insertDelivery,
  insertRule,
  listAlerts,
  listEvents,
  setLastVerified,
  truncateOutbox,
  updateRules,
} from '../../store/testing/outbox-rows';
import { createConditionsJob, detectConditions, detectOutages, type ConditionDeps } from './detect-conditions';
import { openStaffOutbox } from './testing/open-staff-outbox';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const working: ServiceHealth = {
  state: 'closed',
  since: null,
  lastOkAt: new Date(0),
  lastError: null,
  unanswered: null,
};

forEachEngineAtFullSize((_, open) => {
  let database: Database;
  let app: ReturnType<typeof openStaffOutbox>;
  let deps: ConditionDeps;
  const health: { live: ServiceHealth; sandbox: ServiceHealth } = { live: working, sandbox: working };
  beforeEach(async () => {
    database ??= await open();
    await truncateOutbox(database.db);
    await deleteDeliveryRows(database.db);
    app = openStaffOutbox(database);
    health.live = working;
    health.sandbox = working;
    const stuck = createStuckRule({ database, clock: app.clock });
    deps = { ...app.deps, stuck, client: { health: (environment) => health[environment] } };
  });

  const ago = (ms: number) => new Date(app.clock.now().getTime() - ms);
  /** Once a minute, like the job. */
  const detect = async (minutes = 1) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await detectOutages(deps);
      await detectConditions(deps);
      await app.clock.advance(minuteMs);
    }
  };
  const reported = async (wanted: string) =>
    (await listEvents(database.db)).flatMap(({ kind, environment, importId, data }) =>
      kind === wanted ? [{ environment, importId, data }] : [],
    );

  describe('connection_failing', () => {
    const down = (since: Date): ServiceHealth => ({
      state: 'open',
      since,
      lastOkAt: since,
      lastError: { at: since, code: 'service_unreachable', userMessage: 'not reachable' },
      unanswered: null,
    });

    test('is reported once while the service does not reply for some minutes', async () => {
      await insertRule(database.db, { events: ['connection_failing'] });
      health.live = down(app.clock.now());
      await detect(3);
      expect(await reported('connection_failing')).toEqual([]);
      const latest = await readLatestChangeId(database.db);
      await detect(20);
      // Wakes the job that writes the message.
      expect(await readLatestChangeId(database.db)).toBe(latest + 1);
      expect(await reported('connection_failing')).toEqual([
        {
          environment: 'live',
          importId: null,
          data: { text: 'The service has not replied since 16 Nov 2026, 09:00 UTC.' },
        },
      ]);
    });

    test('is reported when few requests are sent and none was answered for some minutes, not after a single one', async () => {
      await insertRule(database.db, { events: ['connection_failing'] });
      const tracker = createServiceHealth(app.clock);
      deps = { ...deps, client: { health: (environment) => (environment === 'live' ? tracker.snapshot() : working) } };
      const failEvery = async (minutes: number, times: number) => {
        for (let n = 0; n < times; n += 1) {
          tracker.recordNoResponse();
          await detect(minutes);
        }
      };
      await failEvery(31, 2);
      tracker.recordResponse();
      await failEvery(1, 3);
      expect(await reported('connection_failing')).toEqual([]);
      await failEvery(1, 3);
      expect(await reported('connection_failing')).toMatchObject([
        { environment: 'live', data: { text: 'The service has not replied since 16 Nov 2026, 10:02 UTC.' } },
      ]);
      tracker.recordResponse();
      await detect(20);
      expect(await listAlerts(database.db)).toEqual([]);
    });

    test('is reported once by the instance that sees it, although another one checks the other conditions', async () => {
      await insertRule(database.db, { events: ['connection_failing'] });
      health.live = down(ago(hourMs));
      const { signal } = new AbortController();
      const healthy = createConditionsJob({ ...deps, client: { health: () => working } });
      const seeing = createConditionsJob(deps);
      await healthy.run(signal);
      expect(await reported('connection_failing')).toEqual([]);
      for (let minute = 0; minute < 20; minute += 1) {
        await Promise.all([healthy, seeing, seeing].map((job) => job.run(signal)));
        await app.clock.advance(minuteMs);
      }
      expect(await reported('connection_failing')).toHaveLength(1);
    });

    test('is reported once while the service fails and answers in turns, and again after it worked', async () => {
      await insertRule(database.db, { events: ['connection_failing'] });
      for (let n = 0; n < 3; n += 1) {
        health.live = down(ago(hourMs));
        await detect(2);
        health.live = working;
        await detect(12);
      }
      expect(await reported('connection_failing')).toHaveLength(1);
      await detect(10);
      expect(await listAlerts(database.db)).toEqual([]);
      health.live = down(ago(hourMs));
      await detect(2);
      expect(await reported('connection_failing')).toHaveLength(2);
    });

    test('is reported at once when the service refuses the token, for the environments of the rule', async () => {
      await insertRule(database.db, { events: ['connection_failing'], environment: 'sandbox' });
      const lastError = { at: app.clock.now(), code: 'service_unauthorized', userMessage: 'refused' } as const;
      health.live = { ...working, lastError };
      health.sandbox = { ...working, lastError };
      await detect(2);
      expect(await reported('connection_failing')).toMatchObject([
        { environment: 'sandbox', data: { text: 'The service refuses the token.' } },
      ]);
    });
  });

  describe('taking_too_long', () => {
    const place = (id: string, change: Partial<NewImport> = {}) =>
      database.transaction((tx) =>
        upsertImports(tx, [
          {
            environment: 'live',
            id,
            statusKey: 'In preparation',
            sinceTo: ago(30 * hourMs),
            seenAt: app.clock.now(),
            seenBy: 'watcher',
            firstSeenAt: ago(30 * hourMs),
            searchTerms: [],
            gone: false,
            ...change,
          },
        ]),
      );

    test('is reported once for each import and status', async () => {
      await insertRule(database.db, { events: ['taking_too_long'] });
      const id = `it's "${crypto.randomUUID()}": [1]`;
      await place(id);
      await place(`${id}-new`, { sinceTo: ago(hourMs) });
      await place(`${id}-old`, { sinceTo: ago(30 * 24 * hourMs) });
      await place(`${id}-done`, { statusKey: 'Migration completed' });
      await place(`${id}-gone`, { gone: true });
      await detect(20);
      const ofThis = async () => (await reported('taking_too_long')).filter((event) => event.importId?.startsWith(id));
      expect(await ofThis()).toEqual([
        {
          environment: 'live',
          importId: id,
          data: { text: 'In “In preparation” since 15 Nov 2026, 03:00 UTC, for more than a day.' },
        },
      ]);
      // A late webhook only moves the time.
      await place(id, { sinceTo: ago(29 * hourMs) });
      await detect(2);
      expect(await ofThis()).toHaveLength(1);
      await place(id, { statusKey: 'Collecting credentials', sinceTo: app.clock.now() });
      await detect(2);
      expect((await listAlerts(database.db)).filter((key) => key.includes(JSON.stringify(id)))).toEqual([]);
      await place(id, { statusKey: 'Collecting credentials', sinceTo: ago(26 * hourMs) });
      await detect(2);
      expect(await ofThis()).toHaveLength(2);
    });

    test('is compared with other imports once there are enough of them', async () => {
      await insertRule(database.db, { events: ['taking_too_long'] });
      const statusKey = `Held ${crypto.randomUUID()}`;
      deps = { ...deps, stuck: { read: () => Promise.resolve(new Map([[statusKey, 3600]])) } };
      await place(statusKey, { statusKey, sinceTo: ago(2 * hourMs) });
      await detect(1);
      expect(await reported('taking_too_long')).toMatchObject([
        { data: { text: `In “${statusKey}” since 16 Nov 2026, 07:00 UTC, longer than 90% of imports.` } },
      ]);
    });

    test('is reported for many imports over several minutes', async () => {
      await insertRule(database.db, { events: ['taking_too_long'] });
      const statusKey = `Held ${crypto.randomUUID()}`;
      const rows = Array.from({ length: 700 }, (_, n): NewImport => ({
        ...{ environment: 'sandbox', id: `${statusKey} ${n}`, statusKey, sinceTo: ago(30 * hourMs), gone: false },
        ...{ seenAt: ago(0), seenBy: 'watcher', firstSeenAt: ago(30 * hourMs), searchTerms: [] },
      }));
      await database.transaction((tx) => upsertImports(tx, rows));
      const count = async () =>
        (await reported('taking_too_long')).filter(({ importId }) => importId?.startsWith(statusKey)).length;
      await detect(1);
      expect(await count()).toBe(500);
      await detect(3);
      expect(await count()).toBe(700);
    });

    test('is not looked for while no rule reports it', async () => {
      await insertRule(database.db, { events: ['taking_too_long'], enabled: false });
      await place(crypto.randomUUID());
      await detect(2);
      expect(await reported('taking_too_long')).toEqual([]);
      await updateRules(database.db, { enabled: true });
      await detect(1);
      expect((await reported('taking_too_long')).length).toBeGreaterThan(0);
    });
  });

  describe('webhooks_failing', () => {
    beforeEach(() => insertRule(database.db, { events: ['webhooks_failing'] }));
    const texts = async () => (await reported('webhooks_failing')).map(({ data }) => data);

    test('is reported once when deliveries cannot be applied for some minutes', async () => {
      await insertDelivery(database.db, { receivedAt: ago(0), verdict: 'verified', failure: 'broken' });
      await detect(5);
      expect(await texts()).toEqual([]);
      await detect(30);
      expect(await texts()).toEqual([{ text: '1 delivery could not be applied.' }]);
    });

    test('is reported when signatures are wrong and no valid one arrives', async () => {
      for (let n = 0; n < 2; n += 1)
        await insertDelivery(database.db, { receivedAt: ago(n), verdict: 'bad_signature' });
      await detect(2);
      expect(await texts()).toEqual([]);
      await insertDelivery(database.db, { receivedAt: ago(0), verdict: 'bad_signature' });
      await detect(2);
      expect(await texts()).toEqual([{ text: expect.stringContaining('wrong signature') }]);
    });

    test('is not reported for strangers while valid ones arrive', async () => {
      await insertDelivery(database.db, { receivedAt: ago(hourMs), verdict: 'verified' });
      for (let n = 0; n < 9; n += 1)
        await insertDelivery(database.db, { receivedAt: ago(n), verdict: 'bad_signature' });
      await detect(3);
      expect(await texts()).toEqual([]);
    });

    test('is reported when webhooks stop while polls find changes', async () => {
      const changed = (n: number, minutesAgo: number): NewImport => ({
        ...{ environment: 'live', id: `poll ${n}`, statusKey: 'In preparation', seenBy: 'watcher', searchTerms: [] },
        ...{ seenAt: ago(0), firstSeenAt: ago(5 * hourMs), gone: false },
        ...{ sinceFrom: ago((minutesAgo + 1) * minuteMs), sinceTo: ago(minutesAgo * minuteMs) },
      });
      const created = (n: number): NewImport => ({
        ...changed(n, 60),
        ...{ firstSeenAt: ago(hourMs), sinceFrom: ago(hourMs), sinceTo: ago(hourMs) },
      });
      await database.transaction((tx) =>
        upsertImports(tx, [changed(1, 60), changed(2, 60), changed(3, 10), created(4), created(5)]),
      );
      await detect(1);
      // Webhooks were never set up.
      expect(await texts()).toEqual([]);
      await setLastVerified(database.db, ago(2 * hourMs));
      await detect(10);
      expect(await texts()).toEqual([]);
      await detect(15);
      expect(await texts()).toEqual([
        { text: 'No webhooks have arrived since 16 Nov 2026, 07:01 UTC, although imports changed status.' },
      ]);
    });
  });

  test('reports a budget at 80 % once a month', async () => {
    await insertRule(database.db, { events: ['budget_used'] });
    let version = 0;
    const setBudget = (monthlyBudget: number) =>
      insertPolicy(database.db, (version += 1), { ...defaultPolicy, monthlyBudget }, 'Ada', new Date());
    const pay = () =>
      database.transaction((tx) =>
        insertDecision(
          tx,
          {
            ...{ id: crypto.randomUUID(), importId: crypto.randomUUID(), environment: 'live', kind: 'accept' },
            ...{ state: 'confirmed', proposedBy: 'Ines', policyVersion: 1 },
            ...{ proposedAt: app.clock.now(), approvedAt: app.clock.now(), createdAt: app.clock.now() },
          },
          { by: 'Ines', explanation: 'Accepted' },
        ),
      );
    await setBudget(0);
    await detect(2);
    await setBudget(5);
    for (let n = 0; n < 3; n += 1) await pay();
    await detect(2);
    expect(await reported('budget_used')).toEqual([]);
    await pay();
    await detect(2);
    const first = { environment: 'live', importId: null, data: { text: '4 of 5 sponsored migrations this month.' } };
    expect(await reported('budget_used')).toEqual([first]);
    await setBudget(100);
    await detect(20);
    await setBudget(5);
    await detect(2);
    expect(await reported('budget_used')).toEqual([first]);
    app.clock.set('2026-12-02T09:00:00Z');
    await detect(20);
    expect(await listAlerts(database.db)).toEqual([]);
    for (let n = 0; n < 5; n += 1) await pay();
    await detect(2);
    expect(await reported('budget_used')).toMatchObject([
      first,
      { data: { text: '5 of 5 sponsored migrations this month.' } },
    ]);
    await detectConditions({ ...deps, whoPays: 'customer' });
  });

  test('records an event and that it was reported in one transaction', async () => {
    await insertRule(database.db, { events: ['connection_failing'] });
    health.live = { ...working, state: 'open', since: ago(hourMs) };
    const failing: Database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          await work(tx);
          throw new Error('killed before the commit');
        }),
    };
    await expect(detectOutages({ ...deps, database: failing })).rejects.toThrow('before the commit');
    expect([...(await listAlerts(database.db)), ...(await reported('connection_failing'))]).toEqual([]);
    await detect(1);
    expect(await reported('connection_failing')).toHaveLength(1);
  });
});
