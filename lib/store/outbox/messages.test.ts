import { randomUUID } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { outboxMessages } from '../schema/outbox';
import { forEachEngineAtFullSize } from '../testing/for-each-engine';
import { insertMessages, type NewMessage } from './messages';

const createdAt = new Date('2026-05-01T10:00:00.123Z');

function messageOf(key: string, more: Partial<NewMessage> = {}): NewMessage {
  const common = { audience: 'customer', channel: 'email', event: 'completed', state: 'pending', createdAt } as const;
  return { id: randomUUID(), key, recipient: `${key}@customer.example`, ...common, ...more };
}

forEachEngineAtFullSize((_engine, open) => {
  it('stores messages with different fields, and leaves one whose key exists as it is', async () => {
    const { db } = await open();
    const first = messageOf('a', { subject: 'First', contentEncrypted: Buffer.from([0, 1, 255]) });
    expect(await insertMessages(db, [first])).toEqual([first.id]);
    const skipped = messageOf('b', { state: 'skipped', reason: "It's switched off." });
    const later = messageOf('c', { nextAt: new Date('2030-01-01T00:00:00Z') });
    const added = await insertMessages(db, [messageOf('a', { subject: 'Second' }), skipped, later]);
    expect(new Set(added)).toEqual(new Set([skipped.id, later.id]));
    expect(await db.select().from(outboxMessages).orderBy(asc(outboxMessages.key))).toMatchObject([
      { ...first, attempts: 0, reason: '' },
      { ...skipped, contentEncrypted: null, subject: '' },
      later,
    ]);
  });

  it('stores more content than one statement takes', async () => {
    const { db } = await open();
    const rows = [5, 4, 9].map((megabytes, index) =>
      messageOf(`large-${index}`, { contentEncrypted: Buffer.alloc(megabytes * 1_000_000, index) }),
    );
    expect(await insertMessages(db, rows)).toEqual(rows.map(({ id }) => id));
    const stored = await db.select().from(outboxMessages).orderBy(asc(outboxMessages.key));
    expect(stored.map(({ contentEncrypted }) => contentEncrypted?.length)).toEqual([5e6, 4e6, 9e6]);
  });
});
