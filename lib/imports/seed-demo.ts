import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Cipher } from '../core/cipher';
import { z } from 'zod';
import type { Database } from '../store/database/database';
import { saveManyImportSecrets } from '../store/imports/import-secrets';
import { readInstallationValue, writeInstallationValue } from '../store/database/installation';
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
  const sentAt = deps.clock.now();
  const answer = await deps.fetch(deps.historyUrl, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status} to the request for its history`);
  const { imports } = historySchema.parse(await answer.json());
  const demo = imports.filter((entry) => entry.demo && isRecordableId(entry.id));
  const seenAt = deps.clock.now();
  const observed = await observeAll(
    deps.observer,
    demo.flatMap((entry) => observationInputsOf(entry, sentAt, seenAt)),
  );
  const stored = new Set(observed.map(({ importId }) => importId));
  await deps.database.transaction(async (tx) => {
    await saveManyImportSecrets(
      tx,
      demo
        .filter(({ id }) => stored.has(id))
        .map(({ id, redirectUrl, token }) => ({
          environment: 'live' as const,
          importId: id,
          redirectUrlEncrypted: deps.cipher.encrypt(redirectPurpose, redirectUrl),
          tokenFingerprint: deps.cipher.fingerprint(tokenPurpose, token),
          at: seenAt,
        })),
    );
    await writeInstallationValue(tx, { key: seededKey, value: { imports: demo.length }, at: seenAt });
  });
  deps.log.info({ imports: demo.length }, 'demo history stored');
  return demo.length;
}

/** The history as exact reports, plus the current state as a read. */
function observationInputsOf(entry: HistoryEntry, sentAt: Date, seenAt: Date): ObservationInput[] {
  const common = { environment: 'live', importId: entry.id, source: 'demo' } as const;
  const happened = (ms: number) => ({ seenAt: new Date(ms), happenedAt: new Date(ms) });
  const facts = factsOf(entry);
  const last = entry.statuses.at(-1);
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
    ...entry.statuses.map(({ status, at: ms }) => ({ ...common, status, ...happened(ms) })),
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
