import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { createManualClock } from '../../core/testing/manual-clock';
import { observe } from '../../imports/observations/observe';
import type { ObservationInput } from '../../imports/observations/observation-input';
import type { Database } from '../../store/database/database';
import { recordAttempt } from '../../store/imports/creation-attempts';
import type { creationAttempts } from '../../store/schema/creation-attempts';
import { outboxMessages } from '../../store/schema/outbox';
import { insertDecision, type NewDecision, refreshDecisionSummary } from '../../store/sponsorship/decisions';
import { closeRequests, insertFullRequest } from '../../store/sponsorship/full-requests';
import { expandEvents } from '../expand-events';
import type { OutboxDeps } from '../outbox-deps';
import { makeOutboxDeps } from './make-outbox-deps';

/** The username of an import's customer. */
export const addressOf = (importId: string) => `${importId.replaceAll(/\W/g, '-')}@customer.example`;

/** Imports whose changes become messages, on a real database. Nothing is sent. */
export function openCustomerOutbox(database: Database, change: Partial<OutboxDeps> = {}) {
  const clock = createManualClock();
  const deps = makeOutboxDeps(database, { clock, ...change });
  const observer = { database, cipher: deps.cipher };
  const { db } = database;

  const expand = (other: Partial<OutboxDeps> = {}) => expandEvents({ ...deps, ...other }, new AbortController().signal);

  /** The status as the service reports it a second later. */
  async function report(importId: string, status: string | null, more: Partial<ObservationInput> = {}): Promise<void> {
    await clock.advance(1000);
    await observe(observer, {
      ...{ environment: 'live', importId, source: 'webhook', status, seenAt: clock.now() },
      about: { username: addressOf(importId), tool: 'Zendesk' },
      ...more,
    });
  }

  async function addDecision(importId: string, decision: Partial<NewDecision>): Promise<string> {
    await clock.advance(1000);
    const id = randomUUID();
    const at = clock.now();
    await database.transaction(async (tx) => {
      const base = { environment: 'live', proposedBy: 'Ada', proposedAt: at, policyVersion: 0, createdAt: at } as const;
      const made = { ...base, id, importId, kind: 'accept', state: 'confirmed', ...decision } as const;
      await insertDecision(tx, made, { by: 'Ada', explanation: 'for a test' });
      if (made.state === 'confirmed') await closeRequests(tx, 'live', importId, { at, reason: 'decided' });
      await refreshDecisionSummary(tx, 'live', importId);
    });
    return id;
  }

  return {
    deps,
    clock,
    expand,
    report,
    /** Like `report`, with the messages that follow. */
    reportAndExpand: async (...args: Parameters<typeof report>) => {
      await report(...args);
      await expand();
    },
    /** An import that was created from here just now. */
    create: async (importId: string, attempt: Partial<typeof creationAttempts.$inferInsert> = {}): Promise<string> => {
      const id = randomUUID();
      const at = clock.now();
      const common = { id, environment: 'live', tool: 'Zendesk', by: 'customer', createdAt: at } as const;
      await report(importId, null, { source: 'created' });
      await database.transaction((tx) =>
        recordAttempt(tx, { ...common, state: 'created', importId, answeredAt: at, ...attempt }),
      );
      return id;
    },
    request: async (importId: string): Promise<string> => {
      await clock.advance(1000);
      const id = randomUUID();
      await database.transaction(async (tx) => {
        await insertFullRequest(tx, {
          ...{ id, environment: 'live', importId, source: 'customer', verified: true, by: 'customer' },
          requestedAt: clock.now(),
        });
        await refreshDecisionSummary(tx, 'live', importId);
      });
      return id;
    },
    accept: (importId: string) => addDecision(importId, { note: 'Welcome!' }),
    reject: (importId: string) => addDecision(importId, { kind: 'reject', note: 'Too large, sorry.' }),
    addDecision,
    messages: (importId: string) =>
      db
        .select()
        .from(outboxMessages)
        .where(eq(outboxMessages.importId, importId))
        .orderBy(asc(outboxMessages.createdAt)),
    /** Marks pending messages as sent. */
    send: () => db.update(outboxMessages).set({ state: 'sent' }).where(eq(outboxMessages.state, 'pending')),
  };
}
