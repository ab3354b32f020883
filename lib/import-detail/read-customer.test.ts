import { beforeAll, describe, expect, it } from 'vitest';
import { customerSchema, type Customer } from '../contract/customers';
import type { Environment } from '../contract/environment';
import { beginErasure, eraseCustomer } from '../data-protection/erase-customer';
import { ada, openDataProtection } from '../data-protection/testing/open-data-protection';
import { addNote } from '../imports/detail/add-note';
import { fillInFacts } from '../imports/detail/fill-in-facts';
import type { ImportsDeps } from '../imports/imports-deps';
import { observeAll } from '../imports/observations/observe';
import { openImports, priya } from '../imports/testing/open-imports';
import { openClient } from '../service/testing/open-client';
import { createBulkRunner } from '../sponsorship/create-bulk-runner';
import { decideSponsorship } from '../sponsorship/decide-sponsorship';
import { requestFullMigration } from '../sponsorship/request-full-migration';
import type { SponsorshipDeps } from '../sponsorship/sponsorship-deps';
import { putPolicy } from '../sponsorship/testing/open-sponsorship';
import { addStaff, staffCaller } from '../sponsorship/testing/staff-caller';
import { getImport } from '../store/imports/imports';
import { insertToolRequest } from '../store/imports/tool-requests';
import { createStatementRecorder } from '../store/testing/record-statements';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { readCustomer } from './read-customer';
import { readImportDetail } from './read-import-detail';

const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 9, day, hour));
const sampled = 'Sample migration completed';

forEachEngineAtFullSize((_engine, open) => {
  let deps: ImportsDeps;
  let sponsorship: SponsorshipDeps;
  let now = at(20);

  beforeAll(async () => {
    const database = await open();
    // Nothing here calls the service.
    const client = openClient({ url: 'http://127.0.0.1:9', sandboxUrl: 'http://127.0.0.1:9', token: 'x' });
    const clock = { now: () => now, monotonicMs: () => 0, sleep: () => Promise.resolve() };
    deps = openImports(database, client, clock);
    const { observer, cipher, newId, log } = deps;
    sponsorship = {
      ...{ database, client, cipher, clock, newId, log, observer },
      ...{ random: () => 0.5, whoPays: 'partner', holdMs: 60_000, bulkRunner: createBulkRunner() },
    };
    await putPolicy(database, 1, { secondPerson: { when: 'always' } });
  });

  const see = (...seen: { id: string; username: string; status: string; seenAt: Date; environment?: Environment }[]) =>
    observeAll(
      deps.observer,
      seen.map(({ id, username, environment = 'live', ...rest }) => ({
        ...rest,
        environment,
        importId: id,
        source: 'lookup',
        about: { username, tool: 'Tidy Desk' },
      })),
    );
  const read = async (username: string, more: { environment?: Environment; imports?: number } = {}) =>
    customerSchema.parse(await readCustomer(deps, { environment: 'live', username, imports: 20, ...more }));
  const titles = ({ timeline }: Customer) => timeline.map((entry) => `${entry.import?.id ?? 'none'}: ${entry.title}`);
  const common = { caller: priya, environment: 'live', message: '' } as const;

  describe('readCustomer', () => {
    it('merges imports, requests, decisions and notes of one customer, newest first', async () => {
      const username = 'ops@merged.example';
      await see(
        { id: 'm1', username, status: sampled, seenAt: at(1) },
        { id: 'other', username: 'ops@elsewhere.example', status: sampled, seenAt: at(1) },
        { id: 'm2', username, status: 'Collecting credentials', seenAt: at(3) },
      );
      now = at(4);
      await requestFullMigration(sponsorship, { ...common, importId: 'm1', source: 'customer', verified: true });
      now = at(5);
      await addNote(deps, { ...common, importId: 'm2', text: 'Called them' });
      now = at(6);
      const body = { reason: 'A good customer', note: '', overrideBudget: false };
      const caller = staffCaller('Ines');
      await addStaff(sponsorship.database.db, caller);
      await decideSponsorship(sponsorship, { caller, environment: 'live', importId: 'm1', kind: 'accept', body });
      now = at(7);
      const unmatched = { importId: null, source: 'operator_page', verified: false, username } as const;
      await requestFullMigration(sponsorship, { ...common, ...unmatched, message: 'Please' });
      now = at(20);
      const customer = await read(username);
      expect(titles(customer)).toEqual([
        'none: Customer requested the full migration',
        expect.stringMatching(/^m1: .*propos/i),
        'm2: Priya Raman noted',
        'm1: Customer requested the full migration',
        'm2: Collecting credentials',
        `m1: ${sampled}`,
      ]);
      expect(customer).toMatchObject({ username, importCount: 2, hasMore: false, erasedAt: null, otherSpellings: [] });
      expect(customer.imports.map(({ id }) => id)).toEqual(['m1', 'm2']);
      expect(customer.statuses.map(({ status, count }) => [status?.text, count])).toEqual([
        [sampled, 1],
        ['Collecting credentials', 1],
      ]);
      expect(customer.attention.map(({ kind, importId }) => [kind, importId])).toEqual([
        ['proposed', 'm1'],
        ['unmatched', null],
        ['stuck', 'm1'],
        ['stuck', 'm2'],
      ]);
      // The same entries as on the import's own page.
      const own = await readImportDetail(deps, 'live', 'm1');
      const { timeline } = customer;
      expect(timeline.flatMap(({ import: of, ...entry }) => (of?.id === 'm1' ? [entry] : []))).toEqual(own?.timeline);
    });

    it('shows tool requests, alone and among imports, in the live environment only', async () => {
      const username = 'Ops@tools.example';
      const request = (tool: string, day: number) =>
        insertToolRequest(deps.database.db, {
          ...{ id: deps.newId(), at: at(day), username, tool, message: 'We have 40 users' },
          ...(tool === 'Old CRM' && { handledAt: at(day + 1), handledBy: 'Ada', note: 'Called them' }),
        });
      await request('Old CRM', 2);
      await request('Paper', 5);
      const alone = await read('ops@TOOLS.example');
      expect(titles(alone)).toEqual([
        'none: Customer requested a tool that is not in the list: Paper',
        'none: Ada handled the request for Old CRM',
        'none: Customer requested a tool that is not in the list: Old CRM',
      ]);
      expect(alone).toMatchObject({
        ...{ username, importCount: 0 },
        attention: [{ kind: 'tool_request', since: at(5).toISOString() }],
      });
      expect((await read(username, { environment: 'sandbox' })).timeline).toEqual([]);
      await see({ id: 'tr1', username, status: sampled, seenAt: at(4) });
      expect(titles(await read(username))).toEqual([
        ...titles(alone).slice(0, 1),
        `tr1: ${sampled}`,
        ...titles(alone).slice(1),
      ]);
    });

    it('compares usernames without case, spaces and the composition of accents', async () => {
      await see(
        { id: 'c1', username: 'Zoé@Case.example', status: sampled, seenAt: at(1) },
        { id: 'c2', username: 'zoé@case.example', status: sampled, seenAt: at(2) },
        { id: 'c0', username: 'ZOÉ@CASE.EXAMPLE', status: sampled, seenAt: at(1, 1) },
        { id: 'c3', username: 'zoe@case.example', status: sampled, seenAt: at(2) },
      );
      now = at(3);
      const unmatched = { importId: null, source: 'operator_page', verified: false } as const;
      await requestFullMigration(sponsorship, { ...common, ...unmatched, username: ' ZOÉ@case.example ' });
      now = at(20);
      for (const given of ['zoé@case.example', '  Zoé@CASE.example', 'zoé@case.example'.normalize('NFD')]) {
        const { username, imports, otherSpellings, attention } = await read(given);
        expect([username, imports.map(({ id }) => id)]).toEqual(['zoé@case.example', ['c2', 'c1', 'c0']]);
        expect(otherSpellings).toContain('Zoé@Case.example');
        expect(attention.map(({ kind }) => kind)).toContain('unmatched');
      }
      expect((await read('zoe@case.example')).imports.map(({ id }) => id)).toEqual(['c3']);
    });

    it('keeps the environments apart, and knows nothing of a stranger', async () => {
      const username = 'ops@both.example';
      await see(
        { id: 'b1', username, status: sampled, seenAt: at(1) },
        { id: 'b2', username, status: 'In preparation', seenAt: at(1), environment: 'sandbox' },
      );
      expect(titles(await read(username))).toEqual([`b1: ${sampled}`]);
      expect(titles(await read(username, { environment: 'sandbox' }))).toEqual(['b2: In preparation']);
      const nothing = { importCount: 0, imports: [], timeline: [], attention: [], statuses: [], erasedAt: null };
      expect(await read('stranger@both.example')).toMatchObject({ username: 'stranger@both.example', ...nothing });
      expect(await read('stranger%@both.example')).toMatchObject(nothing);
    });

    it('shows nothing of an erased customer, also while rows are still being deleted', async () => {
      const [erased, halfErased] = ['ops@erased.example', 'ops@half.example'] as const;
      await see(
        { id: 'e1', username: erased, status: 'Migration completed', seenAt: at(1) },
        { id: 'e2', username: halfErased, status: 'Migration completed', seenAt: at(1) },
      );
      for (const importId of ['e1', 'e2']) await addNote(deps, { ...common, importId, text: 'Secret' });
      const { database, cipher, clock } = deps;
      for (const username of [erased, halfErased])
        await insertToolRequest(database.db, { id: deps.newId(), at: at(1), username, tool: 'Paper' });
      const dataProtection = openDataProtection({ database, cipher, clock });
      const bodyOf = (username: string) => ({ username, confirmation: username, stopFollowing: true });
      await eraseCustomer(dataProtection, { caller: ada, body: bodyOf(erased) });
      await beginErasure(dataProtection, { caller: ada, body: bodyOf(halfErased) });
      expect(await getImport(database.db, 'live', 'e2')).toBeDefined();
      for (const username of [erased, erased.toUpperCase(), halfErased]) {
        const nothing = { importCount: 0, imports: [], timeline: [], attention: [], erasedAt: now.toISOString() };
        expect(await read(username)).toMatchObject({ username, ...nothing });
      }
    });

    it('shows the newest of 200 imports first, completely, and all of them on request', async () => {
      const username = 'ops@many.example';
      const hours = Array.from({ length: 200 }, (_, index) => index);
      await see(...hours.map((hour) => ({ id: `n${hour}`, username, status: sampled, seenAt: at(1, hour) })));
      // An old import with a new entry comes first.
      now = at(18);
      await addNote(deps, { ...common, importId: 'n0', text: 'They called again' });
      now = at(20);
      const statements = createStatementRecorder(deps.database);
      let first: Customer | undefined;
      const sent = await statements(async () => {
        first = await read(username);
      });
      // With the session and the count in the navigation, a page has six.
      expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(4);
      expect(first).toMatchObject({ importCount: 200, importCountIsMinimum: false, hasMore: true });
      expect(first?.imports).toHaveLength(20);
      expect(first && titles(first)).toEqual([
        'n0: Priya Raman noted',
        ...hours
          .slice(-19)
          .toReversed()
          .map((hour) => `n${hour}: ${sampled}`),
      ]);
      const all = await read(username, { imports: 200 });
      expect(all.hasMore).toBe(false);
      expect(titles(all)).toEqual([
        'n0: Priya Raman noted',
        ...hours.toReversed().map((hour) => `n${hour}: ${sampled}`),
      ]);
      expect(all.statuses).toMatchObject([{ count: 200 }]);
      // A timeline covers no more than 200, so there is no larger number to send.
      await see({ id: 'n200', username, status: sampled, seenAt: at(1, 200) });
      expect(await read(username, { imports: 199 })).toMatchObject({ importCount: 201, hasMore: true });
      expect(await read(username, { imports: 200 })).toMatchObject({ importCount: 201, hasMore: false });
    });

    it('shows entries when all imports have the same time, and adds the further ones after them', async () => {
      const username = 'ops@same.example';
      await see(
        ...Array.from({ length: 25 }, (_, index) => ({ id: `s${index}`, username, status: sampled, seenAt: at(1) })),
      );
      const first = await read(username);
      const all = await read(username, { imports: 40 });
      expect([first.hasMore, all.hasMore]).toEqual([true, false]);
      expect(new Set(titles(all)).size).toBe(25);
      expect(titles(first)).toEqual(titles(all).slice(0, 20));
      expect(titles(first)).toHaveLength(20);
    });

    it('follows an import to the customer that it is corrected to', async () => {
      await see({ id: 'f1', username: '', status: sampled, seenAt: at(1) });
      expect((await read('ops@corrected.example')).importCount).toBe(0);
      await fillInFacts(deps, { ...common, importId: 'f1', body: { username: 'ops@corrected.example' } });
      expect(titles(await read('ops@corrected.example'))).toEqual([
        'f1: Priya Raman filled in the customer',
        `f1: ${sampled}`,
      ]);
    });
  });
});
