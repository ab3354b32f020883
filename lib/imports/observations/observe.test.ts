import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCipher, generateKey } from '../../core/cipher';
import type { Database } from '../../store/database/database';
import { getImport } from '../../store/imports/imports';
import { listImportFacts } from '../../store/imports/import-facts';
import { listPoints, listEncryptedResponses } from '../../store/imports/observations';
import { changes } from '../../store/schema/changes';
import { statusPeriods } from '../../store/schema/imports';
import { countStatements } from '../../store/testing/count-statements';
import { openTestDatabase } from '../../store/testing/open-test-database';
import { type Observer, observe, observeAll } from './observe';
import { rawPurpose, toStoredPoint } from './point-rows';
import type { ObservationInput } from './observation-input';
import { rederive } from './rederive';
import { buildTimeline } from '../timeline/build-timeline';
import { emptyTimeline } from '../testing/empty-timeline';

let database: Database;
let observer: Observer;
const cipher = createCipher([generateKey()]);

beforeAll(async () => {
  database = await openTestDatabase();
  observer = { database, cipher };
});
afterAll(() => database.close());

let imports = 0;
const newId = () => `import ${++imports}`;
const at = (clock: string) => new Date(`2026-11-12T${clock.length === 5 ? `${clock}:00` : clock}Z`);

function readInput(
  importId: string,
  clock: string,
  status: string | null,
  more: Partial<ObservationInput> = {},
): ObservationInput {
  return { environment: 'live', importId, source: 'watcher', status, seenAt: at(clock), ...more };
}

function webhookInput(importId: string, happened: string, received: string, status: string): ObservationInput {
  return readInput(importId, received, status, { source: 'webhook', happenedAt: at(happened) });
}

async function timelineOf(importId: string, now = at('23:00')) {
  const points = (await listPoints(database.db, 'live', [importId])).map(toStoredPoint);
  const entries = buildTimeline({ ...emptyTimeline, points, now });
  return entries.map((entry) => {
    const { when, duration } = entry;
    const clock = (moment: string | null) => moment?.slice(11, 19) ?? 'ever';
    return [
      when.certainty === 'exact' ? clock(when.at) : `${clock(when.from)} to ${clock(when.to)}`,
      `${entry.kind === 'status' ? '' : `${entry.kind}: `}${entry.title}${entry.movedBack ? ' (back)' : ''}`,
      entry.source,
      duration ? `${duration.leastS}..${duration.mostS ?? ''}${duration.open ? ' so far' : ''}` : '',
    ].join(' | ');
  });
}

describe('observe', () => {
  it('builds the timeline from reads and reports, with time spans, durations and a move back', async () => {
    const id = newId();
    await observeAll(observer, [
      readInput(id, '00:00:33', null, { source: 'created', happenedAt: at('00:00:33'), by: 'Priya Raman' }),
      readInput(id, '00:00:34', 'Collecting credentials'),
      readInput(id, '08:40', 'Collecting credentials'),
      readInput(id, '08:55', 'Waiting to start sample migration', { source: 'lookup', by: 'Priya Raman' }),
    ]);
    await observe(observer, webhookInput(id, '09:12:10', '09:12:11', 'Sample migration in progress'));
    await observe(observer, webhookInput(id, '09:31:44', '09:31:50', 'Sample migration in progress'));
    // Arrives late and belongs before the previous one.
    await observe(observer, webhookInput(id, '09:26:02', '09:33:00', 'Waiting to start sample migration'));
    await observe(observer, readInput(id, '10:02', 'Sample migration in progress'));
    await observe(observer, readInput(id, '10:17', 'Sample migration completed'));
    expect(await timelineOf(id, at('14:17'))).toEqual([
      '10:02:00 to 10:17:00 | Sample migration completed | watcher | 14400..15300 so far',
      '09:31:44 | Sample migration in progress | webhook | 1816..2716',
      '09:26:02 | Waiting to start sample migration (back) | webhook | 342..342',
      '09:12:10 | Sample migration in progress | webhook | 832..832',
      '08:40:00 to 08:55:00 | Waiting to start sample migration | lookup | 1030..1930',
      '00:00:33 to 00:00:34 | Collecting credentials | watcher | 31166..32067',
      '00:00:33 | creation: Import created | created | ',
    ]);
    const row = await getImport(database.db, 'live', id);
    expect(row).toMatchObject({
      statusKey: 'Sample migration completed',
      statusFamily: 'turn',
      sinceFrom: at('10:02'),
      sinceTo: at('10:17'),
      seenAt: at('10:17'),
      seenBy: 'watcher',
      createdAt: at('00:00:33'),
      createdBy: 'Priya Raman',
      gone: false,
    });
    const left = await database.db
      .select()
      .from(statusPeriods)
      .where(eq(statusPeriods.importId, id))
      .orderBy(statusPeriods.endedAt);
    expect(left.map((stay) => [stay.statusKey, stay.durationS])).toEqual([
      ['Collecting credentials', 31617],
      ['Waiting to start sample migration', 1480],
      ['Sample migration in progress', 832],
      ['Waiting to start sample migration', 342],
      ['Sample migration in progress', 2266],
    ]);
  });

  it.each<[string, (id: string) => readonly ObservationInput[]]>([
    [
      'was completed and archived between polls',
      (id) => [
        readInput(id, '01:00', 'Sample migration completed'),
        readInput(id, '02:00', 'Migration completed'),
        readInput(id, '05:00', null, { gone: true }),
      ],
    ],
    [
      'was first seen as completed, and is undone',
      (id) => [readInput(id, '02:00', 'Migration completed'), readInput(id, '09:00', 'Undo in progress')],
    ],
    [
      'was reported as completed, and found undone much later',
      (id) => [
        readInput(id, '01:00', 'Migration in progress'),
        webhookInput(id, '02:00', '02:01', 'Migration completed'),
        readInput(id, '03:00', 'Migration completed'),
        readInput(id, '17:00', 'Undo in progress'),
      ],
    ],
    [
      'was completed, and is found again',
      (id) => [
        readInput(id, '01:00', 'Migration in progress'),
        readInput(id, '02:00', 'Migration completed'),
        readInput(id, '05:00', null, { gone: true }),
        readInput(id, '09:00', 'Migration completed'),
      ],
    ],
  ])('keeps the completion of an import that %s', async (_case, inputsOf) => {
    const id = newId();
    for (const input of inputsOf(id)) {
      await observe(observer, input);
      const row = await getImport(database.db, 'live', id);
      if (input.seenAt > at('02:00')) expect(row).toMatchObject({ stage: 6, completedAt: at('02:00') });
    }
    // What an older version did not store comes back.
    await database.db.delete(statusPeriods).where(eq(statusPeriods.importId, id));
    await database.transaction((tx) => rederive(tx, 'live', [id]));
    expect(await getImport(database.db, 'live', id)).toMatchObject({ stage: 6, completedAt: at('02:00') });
  });

  it('adds no entries for ten identical reads and updates only when it was last seen', async () => {
    const id = newId();
    const first = await observe(observer, readInput(id, '10:00', 'In preparation'));
    expect(first).toMatchObject({ isNew: true, changed: true });
    for (let minute = 1; minute <= 10; minute += 1) {
      const clock = `10:${String(minute).padStart(2, '0')}`;
      expect(await observe(observer, readInput(id, clock, 'In preparation'))).toMatchObject({
        changed: false,
        isNew: false,
      });
    }
    const points = await listPoints(database.db, 'live', [id]);
    expect(points.filter((point) => !point.isConfirmation)).toHaveLength(1);
    expect(await timelineOf(id, at('10:10'))).toEqual(['ever to 10:00:00 | In preparation | watcher | 600.. so far']);
    expect((await getImport(database.db, 'live', id))?.seenAt).toEqual(at('10:10'));
  });

  it('needs three statements for a read that saw nothing new, also when it makes an older one redundant', async () => {
    const id = newId();
    const counted = countStatements(database);
    const read = (clock: string) =>
      observe({ ...observer, database: counted }, readInput(id, clock, 'In preparation', { about: { username: 'a' } }));
    for (let hour = 10; hour < 20; hour += 1) await read(`${hour}:00`);
    const stored = (await listPoints(database.db, 'live', [id])).length;
    counted.takeCount();
    await read('20:00');
    expect(counted.takeCount()).toBe(3);
    expect(await listPoints(database.db, 'live', [id])).toHaveLength(stored);
  });

  it('does not let a slow read override a report from in between', async () => {
    const id = newId();
    await observe(observer, webhookInput(id, '10:00:05', '10:00:06', 'Migration in progress'));
    await observe(observer, readInput(id, '10:00:20', 'In preparation', { sentAt: at('10:00:00') }));
    expect((await getImport(database.db, 'live', id))?.statusText).toBe('Migration in progress');
  });

  it('does not treat a read within the second of a report as a move back', async () => {
    const id = newId();
    await observe(observer, readInput(id, '10:00:05.200', 'In preparation'));
    await observe(observer, webhookInput(id, '10:00:05', '10:00:06', 'Migration in progress'));
    expect(await timelineOf(id, at('10:00:10'))).toEqual([
      '10:00:05 | Migration in progress | webhook | 5..5 so far',
      'ever to 10:00:05 | In preparation | watcher | 0..',
    ]);
  });

  it('records gone and back, and keeps the last status while gone', async () => {
    const id = newId();
    await observe(observer, readInput(id, '10:00', 'Collecting credentials'));
    await observe(observer, readInput(id, '11:00', null, { gone: true }));
    const row = await getImport(database.db, 'live', id);
    expect(row).toMatchObject({ gone: true, statusText: 'Collecting credentials', sinceTo: at('11:00') });
    await observe(observer, readInput(id, '12:00', 'Collecting credentials'));
    expect(await timelineOf(id, at('12:30'))).toEqual([
      '11:00:00 to 12:00:00 | back: Collecting credentials | watcher | 1800..5400 so far',
      '10:00:00 to 11:00:00 | gone: No longer available | watcher | 0..7200',
      'ever to 10:00:00 | Collecting credentials | watcher | 0..',
    ]);
    expect((await getImport(database.db, 'live', id))?.gone).toBe(false);
  });

  it('keeps unknown statuses verbatim and ignores reads without a status', async () => {
    const id = newId();
    await observe(observer, readInput(id, '10:00', 'Paused — waiting for “ops”'));
    await observe(observer, readInput(id, '10:05', null));
    expect(await getImport(database.db, 'live', id)).toMatchObject({
      statusText: 'Paused — waiting for “ops”',
      statusKey: 'Paused — waiting for “ops”',
      seenAt: at('10:05'),
    });
  });

  it('keeps the warnings when a list reports none', async () => {
    const id = newId();
    const warnings = [{ text: 'Too large', kind: 'Attachment', item: 'Ticket 1' }];
    await observe(observer, readInput(id, '10:00', 'In preparation', { facts: { warnings, family: 'desk' } }));
    await observe(observer, readInput(id, '10:05', 'In preparation'));
    expect(await getImport(database.db, 'live', id)).toMatchObject({ warnings: 1, family: 'desk' });
    const cleared = await observe(observer, readInput(id, '10:06', 'In preparation', { facts: { warnings: [] } }));
    expect(cleared).toMatchObject({ changed: true, row: { warnings: 0, family: 'desk' } });
    expect(await timelineOf(id, at('10:10'))).toHaveLength(1);
  });

  it('keeps live and sandbox apart and rejects webhooks in the sandbox', async () => {
    const id = newId();
    await observe(observer, readInput(id, '10:00', 'In preparation'));
    await observe(observer, readInput(id, '10:05', 'Migration completed', { environment: 'sandbox' }));
    expect((await getImport(database.db, 'live', id))?.statusText).toBe('In preparation');
    expect((await getImport(database.db, 'sandbox', id))?.statusText).toBe('Migration completed');
    await expect(
      observe(observer, { ...webhookInput(id, '10:00', '10:00', 'In preparation'), environment: 'sandbox' }),
    ).rejects.toThrow('a webhook must not be recorded in the sandbox');
  });

  it('stores raw responses encrypted and complete', async () => {
    const id = newId();
    await observe(observer, readInput(id, '10:00', 'In preparation', { raw: '{"token":"canary-7431"}' }));
    const [answer] = await listEncryptedResponses(database.db, 'live', id, 5);
    expect(answer?.encrypted.includes('canary-7431')).toBe(false);
    expect(answer && cipher.decrypt(rawPurpose, answer.encrypted)?.toString()).toBe('{"token":"canary-7431"}');
  });

  it('ranks staff input over creation facts over the first lookup', async () => {
    const id = newId();
    const named = (clock: string, username: string, aboutSource: 'lookup' | 'created' | 'staff') =>
      observe(observer, readInput(id, clock, 'In preparation', { about: { username }, aboutSource }));
    await named('10:00', 'ops@acme.example', 'lookup');
    await named('10:05', 'OPS@acme.example', 'lookup');
    await named('10:06', 'ops@acme.example', 'lookup');
    expect((await getImport(database.db, 'live', id))?.username).toBe('ops@acme.example');
    expect(await listImportFacts(database.db, 'live', [id])).toHaveLength(2);
    await named('09:00', 'made@acme.example', 'created');
    expect((await getImport(database.db, 'live', id))?.username).toBe('made@acme.example');
    await named('10:07', 'staff@acme.example', 'staff');
    expect(await getImport(database.db, 'live', id)).toMatchObject({
      username: 'staff@acme.example',
      searchTerms: ['staff', 'acme', 'example', 'import', id.split(' ')[1]],
    });
  });

  it('records a change only when something other than the last read changed', async () => {
    const id = newId();
    const listChanges = () => database.db.select().from(changes).orderBy(changes.id);
    const before = (await listChanges()).length;
    await observe(observer, readInput(id, '10:00', 'In preparation'));
    await observe(observer, readInput(id, '10:05', 'In preparation'));
    await observe(observer, readInput(id, '10:06', 'Migration in progress'));
    const added = (await listChanges()).slice(before);
    expect(added.map((change) => [change.kind, change.subject])).toEqual([
      ['import', id],
      ['import', id],
    ]);
  });

  it('accepts NUL characters, broken surrogates and very long statuses', async () => {
    const id = newId();
    await observe(
      observer,
      readInput(id, '10:00', `a\u0000b\ud800${'x'.repeat(100_000)}`, {
        facts: { warnings: [{ text: '\u0000\udfff', kind: '\u0000', item: null }], family: 'y'.repeat(5000) },
        about: { username: `\u0000${'z'.repeat(5000)}`, tool: '\ud83d\ude80'.repeat(400) },
        by: '\u0000',
      }),
    );
    expect((await getImport(database.db, 'live', id))?.statusText?.startsWith('a\ufffdb\ufffdxxx')).toBe(true);
    await expect(observe(observer, readInput('\u0000', '10:00', 'x'))).rejects.toThrow('cannot be stored');
    await expect(observe(observer, readInput('i'.repeat(600), '10:00', 'x'))).rejects.toThrow('cannot be stored');
  });

  it('stores thousands of entries in several transactions', async () => {
    const inputs = Array.from({ length: 2_000 }, (_, n) => readInput(`big ${n}`, '10:00', 'Collecting credentials'));
    const observed = await observeAll(observer, inputs);
    expect(observed).toHaveLength(2_000);
    expect(observed.every((import_) => import_.isNew)).toBe(true);
  });
});
