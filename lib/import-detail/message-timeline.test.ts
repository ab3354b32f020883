import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { ImportsDeps } from '../imports/imports-deps';
import { observeAll } from '../imports/observations/observe';
import { openImports } from '../imports/testing/open-imports';
import { openClient } from '../service/testing/open-client';
import { insertMessages, type NewMessage } from '../store/outbox/messages';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { readCustomer } from './read-customer';
import { readImportDetail } from './read-import-detail';

const at = (day: number) => new Date(Date.UTC(2026, 9, day, 12));
const username = 'ops@acme.example';

forEachEngineAtFullSize((_engine, open) => {
  let deps: ImportsDeps;

  beforeAll(async () => {
    // Nothing here calls the service.
    const client = openClient({ url: 'http://127.0.0.1:9', sandboxUrl: 'http://127.0.0.1:9', token: 'x' });
    deps = openImports(await open(), client, {
      now: () => at(20),
      sleep: () => Promise.resolve(),
    });
    const seen = { environment: 'live', source: 'lookup', about: { username, tool: 'Tidy Desk' } } as const;
    await observeAll(deps.observer, [
      { ...seen, importId: '1', status: 'Sample migration completed', seenAt: at(1) },
      { ...seen, importId: '2', status: 'Collecting credentials', seenAt: at(9) },
    ]);
    const message = (fields: Partial<NewMessage> & Pick<NewMessage, 'state' | 'createdAt'>): NewMessage => {
      const id = randomUUID();
      const about = { environment: 'live', importId: '1', event: 'sample_ready', recipient: username } as const;
      return { id, key: id, audience: 'customer', channel: 'email', ...about, ...fields };
    };
    await insertMessages(deps.database.db, [
      message({ state: 'sent', createdAt: at(2), sentAt: at(3) }),
      message({ state: 'failed', createdAt: at(4), event: 'accepted', reason: 'Mailbox full' }),
      message({ state: 'pending', createdAt: at(5), event: 'completed' }),
      message({
        state: 'skipped',
        createdAt: at(10),
        event: 'undone',
        recipient: '',
        reason: 'The customer unsubscribed',
      }),
      message({ state: 'sent', createdAt: at(6), audience: 'staff', event: 'request_waiting' }),
      message({ state: 'sent', createdAt: at(6), environment: 'sandbox' }),
      message({ state: 'sent', createdAt: at(6), importId: '3' }),
    ]);
    const links = { importId: null, importIds: ['2', '1'], event: 'send_link' };
    await insertMessages(deps.database.db, [
      message({ ...links, state: 'sent', createdAt: at(7), sentAt: at(7) }),
      message({ ...links, state: 'sent', createdAt: at(7), importIds: ['3', '4'] }),
      message({ ...links, state: 'sent', createdAt: at(7), environment: 'sandbox' }),
    ]);
  });

  it('shows each e-mail to the customer of an import, with its result', async () => {
    const detail = await readImportDetail(deps, 'live', '1');
    expect(detail?.timeline.map(({ title, detail: text }) => [title, text])).toEqual([
      ['E-mail to the customer: Undone', 'Not sent: The customer unsubscribed'],
      ['E-mail to the customer: Link requested', `Sent to ${username}`],
      ['E-mail to the customer: Completed', `Waiting to be sent to ${username}`],
      ['E-mail to the customer: Accepted', `Could not be sent to ${username}: Mailbox full`],
      ['E-mail to the customer: Sample ready', `Sent to ${username}`],
      ['Sample migration completed', ''],
    ]);
    expect(detail?.timeline.at(4)?.when).toEqual({ certainty: 'exact', at: at(3).toISOString() });
  });

  it('merges them into the timeline of the customer, and orders imports by them', async () => {
    const read = (imports: number) => readCustomer(deps, { environment: 'live', username, imports });
    const one = await read(1);
    expect(one.imports.map(({ id }) => id)).toEqual(['1']);
    // Only what is newer than everything of the other import.
    expect(one.timeline.map(({ title }) => title)).toEqual(['E-mail to the customer: Undone']);
    const both = await read(2);
    expect(both.timeline).toHaveLength(7);
    // On the timeline of each import, and once here.
    const links = both.timeline.filter(({ title }) => title === 'E-mail to the customer: Link requested');
    expect(links).toMatchObject([{ detail: `Sent to ${username}`, import: null }]);
    expect((await readImportDetail(deps, 'live', '2'))?.timeline).toHaveLength(2);
  });
});
