import { createManualClock } from '../../../core/testing/manual-clock';
import type { Database } from '../../../store/database/database';
import type { OutboxMessageRow } from '../../../store/outbox/messages';
import { insertEvents, listMessageRows, updateMessages } from '../../../store/testing/outbox-rows';
import { expandEvents } from '../../expand-events';
import { decryptContent, type MessageContent } from '../../message-content';
import type { OutboxDeps } from '../../outbox-deps';
import { makeOutboxDeps } from '../../testing/make-outbox-deps';
import { collectItems } from '../collect-items';

export type WrittenMessage = OutboxMessageRow & { content: MessageContent };

/** Messages to staff on a real database, with a clock that only the test advances. */
export function openStaffOutbox(database: Database, change: Partial<OutboxDeps> = {}) {
  const clock = createManualClock('2026-11-16T09:00:00.000Z');
  const deps = makeOutboxDeps(database, { clock, random: () => 0.5, ...change });
  const run = async (each: OutboxDeps = deps) => {
    const { signal } = new AbortController();
    await expandEvents(each, signal);
    await collectItems(each, signal);
  };
  return {
    deps,
    clock,
    run,
    /** Records events for staff at the time of the clock. */
    record: (
      ...events: { kind?: string; importId?: string | null; environment?: 'live' | 'sandbox'; text?: string }[]
    ) =>
      insertEvents(
        database.db,
        events.map(({ kind = 'request_waiting', importId = null, environment = 'live', text = 'It happened.' }) => ({
          ...{ kind, importId, environment, data: { text }, at: clock.now() },
        })),
      ),
    /** Runs the jobs as often as they would be run in this time. */
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await run();
        await clock.advance(1000);
      }
      await run();
    },
    /** Marks pending messages as sent. */
    deliver: async () => {
      for (const { id, state } of await listMessageRows(database.db)) {
        if (state === 'pending') await updateMessages(database.db, { state: 'sent' }, id);
      }
    },
    messages: async (): Promise<WrittenMessage[]> =>
      (await listMessageRows(database.db)).map((row) => {
        const content = row.contentEncrypted ? decryptContent(deps, row.contentEncrypted) : undefined;
        if (!content) throw new Error('a message without content');
        return { ...row, content };
      }),
  };
}

/** What is posted. */
export function bodyOf(message: WrittenMessage | undefined): unknown {
  if (message?.content.kind !== 'post') throw new Error('a message that is posted was expected');
  return JSON.parse(message.content.body);
}

export function emailOf(message: WrittenMessage | undefined) {
  if (message?.content.kind !== 'email') throw new Error('an e-mail was expected');
  return message.content;
}
