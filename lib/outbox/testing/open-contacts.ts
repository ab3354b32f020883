import { randomUUID } from 'node:crypto';
import type { Caller } from '../../contract/caller';
import { createManualClock } from '../../core/testing/manual-clock';
import { observe } from '../../imports/observations/observe';
import type { Database } from '../../store/database/database';
import { recordAttempt } from '../../store/imports/creation-attempts';
import { customerContacts, outboxEvents, outboxMessages } from '../../store/schema/outbox';
import type { Language } from '../../contract/languages';
import { decryptContent, type EmailContent } from '../message-content';
import { makeOutboxDeps } from './make-outbox-deps';

export const customerCaller: Caller = {
  actor: { kind: 'customer', name: 'customer' },
  address: '203.0.113.1',
  requestId: 'test',
};

/** Imports with customers on a real database, and a clock that only the test advances. */
export function openContacts(database: Database) {
  const clock = createManualClock('2026-11-16T10:00:00Z');
  const deps = makeOutboxDeps(database, { clock });
  const { cipher } = deps;
  return {
    deps,
    clock,
    addImport: async (
      username: string | null,
      given: { contactEmail?: string; language?: Language; by?: string } = {},
    ) => {
      const importId = randomUUID();
      await observe(
        { database, cipher },
        {
          environment: 'live',
          importId,
          source: 'lookup',
          status: 'In preparation',
          seenAt: clock.now(),
          about: { ...(username !== null && { username }), tool: 'Zendesk' },
        },
      );
      await recordAttempt(database.db, {
        id: randomUUID(),
        environment: 'live',
        username,
        tool: 'Zendesk',
        state: 'created',
        importId,
        by: given.by ?? 'customer',
        contactEmail: given.contactEmail ?? null,
        language: given.language ?? null,
        createdAt: clock.now(),
      });
      return importId;
    },
    listMessages: async (importId?: string) => {
      const rows = await database.db.select().from(outboxMessages).orderBy(outboxMessages.createdAt);
      return rows.filter((row) => importId === undefined || row.importId === importId);
    },
    listEvents: async (importId: string) =>
      (await database.db.select().from(outboxEvents)).filter((row) => row.importId === importId),
    /** Skips the second after each request for links. */
    makeEventsDue: () => database.db.update(outboxEvents).set({ dueAt: new Date(0) }),
    readRow: async (importId: string) =>
      (await database.db.select().from(customerContacts)).find((row) => row.importId === importId),
    readMail: (row: { contentEncrypted: Buffer | null }): EmailContent => {
      const content = row.contentEncrypted && decryptContent(deps, row.contentEncrypted);
      if (content?.kind !== 'email') throw new Error('the message has no e-mail');
      return content;
    },
  };
}

/** The token of a link such as `/confirm/TOKEN` in a text. */
export function tokenIn(text: string, page: 'confirm' | 'unsubscribe'): string {
  const token = new RegExp(`/${page}/([\\w-]+)`).exec(text)?.[1];
  if (token === undefined) throw new Error(`no link to ${page}`);
  return token;
}
