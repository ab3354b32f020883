import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Cipher } from '../core/cipher';
import { z } from 'zod';
import type { Database } from '../store/database/database';
import { saveManyImportSecrets } from '../store/imports/import-secrets';
import { readInstallationValue, writeInstallationValue } from '../store/database/installation';
import { deleteOwnEvents } from '../store/outbox/events';
import { redirectPurpose, tokenPurpose } from './creation/creation-deps';
import { type Observer, isRecordableId, observeAll } from './observations/observe';
import type { ObservedFacts } from './observations/observed-facts';
import type { ObservationInput } from './observations/observation-input';

const timestampMs = z.number();
const historySchema = z.object({
  imports: z.array(
    z.object({
      id: z.string(),
      username: z.nullable(z.string()),
      tool: z.string(),
      instanceUrl: z.nullable(z.string()),
      family: z.nullable(z.string()),
      createdAt: timestampMs,
      statuses: z.array(z.object({ status: z.string(), at: timestampMs })),
      gone: z.nullable(z.object({ at: timestampMs })),
      counts: z.nullable(z.record(z.string(), z.number())),
      users: z.nullable(z.object({ matched: z.number(), total: z.number(), unmatched: z.array(z.string()) })),
      warnings: z.array(z.object({ kind: z.string(), item: z.string(), text: z.string() })),
      demo: z.boolean(),
      redirectUrl: z.string(),
      token: z.string(),
    }),
  ),
});
type HistoryEntry = z.infer<typeof historySchema>['imports'][number];

const seededKey = 'demo seeded';
const followedKey = 'demo followed';

export interface SeedDemoDeps {
  database: Database;
  observer: Observer;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  historyUrl: string;
  fetch: typeof fetch;
}

/** Stores the simulator's ninety days of history once, marked as demo. Returns the number of imports. */
export async function seedDemo(deps: SeedDemoDeps): Promise<number> {
  if ((await readInstallationValue(deps.database.db, seededKey)) !== undefined) return 0;
  const demo = await readHistory(deps, deps.historyUrl);
  await storeEntries({ ...deps, observer: withoutEvents(deps.observer) }, demo, seededKey, allInputsOf);
  deps.log.info({ imports: demo.length }, 'demo history stored');
  return demo.length;
}

/** Customers are not written to about the past. */
function withoutEvents(observer: Observer): Observer {
  return {
    ...observer,
    afterObserve: async (tx, observed) => {
      await observer.afterObserve?.(tx, observed);
      await deleteOwnEvents(tx);
    },
  };
}

/**
 * Background job: names the imports that the simulator's customers created since then. Their status comes from the service
 * like any other, which does not report customers.
 */
export async function followDemo(deps: SeedDemoDeps): Promise<void> {
  const { db } = deps.database;
  const last = (await readInstallationValue(db, followedKey)) ?? (await readInstallationValue(db, seededKey));
  if (last === undefined) return;
  const { createdAfter = last.at.getTime() } = followedSchema.parse(last.value);
  const url = new URL(deps.historyUrl);
  url.searchParams.set('createdAfter', String(createdAfter));
  const demo = await readHistory(deps, url.href);
  if (demo.length > 0) await storeEntries(deps, demo, followedKey, creationOf);
}

const followedSchema = z.object({ createdAfter: timestampMs.optional() });

interface ReadEntry extends HistoryEntry {
  sentAt: Date;
  seenAt: Date;
}

async function readHistory(deps: SeedDemoDeps, url: string): Promise<ReadEntry[]> {
  const sentAt = deps.clock.now();
  const answer = await deps.fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status} to the request for its history`);
  const { imports } = historySchema.parse(await answer.json());
  const seenAt = deps.clock.now();
  return imports.flatMap((entry) => (entry.demo && isRecordableId(entry.id) ? { ...entry, sentAt, seenAt } : []));
}

async function storeEntries(
  deps: SeedDemoDeps,
  entries: readonly ReadEntry[],
  key: string,
  inputsOf: (entry: ReadEntry) => ObservationInput[],
): Promise<void> {
  const at = deps.clock.now();
  const observed = await observeAll(deps.observer, entries.flatMap(inputsOf));
  const stored = new Set(observed.map(({ importId }) => importId));
  const createdAfter = entries.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0);
  await deps.database.transaction(async (tx) => {
    await saveManyImportSecrets(
      tx,
      entries
        .filter(({ id }) => stored.has(id))
        .map(({ id, redirectUrl, token }) => ({
          environment: 'live' as const,
          importId: id,
          redirectUrlEncrypted: deps.cipher.encrypt(redirectPurpose, redirectUrl),
          tokenFingerprint: deps.cipher.fingerprint(tokenPurpose, token),
          at,
        })),
    );
    await writeInstallationValue(tx, { key, value: { imports: entries.length, createdAfter }, at });
  });
}

const happened = (ms: number) => ({ seenAt: new Date(ms), happenedAt: new Date(ms) });

function creationOf(entry: HistoryEntry): ObservationInput[] {
  const common = { environment: 'live', importId: entry.id } as const;
  return [
    {
      ...common,
      source: 'created',
      status: null,
      ...happened(entry.createdAt),
      about: {
        ...(entry.username === null ? {} : { username: entry.username }),
        ...(entry.instanceUrl === null ? {} : { instanceUrl: entry.instanceUrl }),
        tool: entry.tool,
        demo: 'true',
      },
      aboutSource: 'demo',
    },
    ...entry.statuses
      .slice(0, 1)
      .map(({ status, at }) => ({ ...common, source: 'demo' as const, status, ...happened(at) })),
  ];
}

/** The history as exact reports, plus the current state as a read. */
function allInputsOf(entry: ReadEntry): ObservationInput[] {
  const { sentAt, seenAt } = entry;
  const common = { environment: 'live', importId: entry.id, source: 'demo' } as const;
  const facts = factsOf(entry);
  const last = entry.statuses.at(-1);
  return [
    ...creationOf(entry),
    ...entry.statuses.slice(1).map(({ status, at }) => ({ ...common, status, ...happened(at) })),
    ...(entry.gone ? [{ ...common, status: null, gone: true, ...happened(entry.gone.at) }] : []),
    ...(entry.gone || !last ? [] : [{ ...common, status: last.status, sentAt, seenAt, facts }]),
  ];
}

function factsOf({ counts, users, warnings, family }: HistoryEntry): ObservedFacts {
  return {
    warnings,
    ...(counts ? { records: Object.entries(counts).map(([type, count]) => ({ type, count })) } : {}),
    ...(users ? { users } : {}),
    ...(family === null ? {} : { family }),
  };
}
