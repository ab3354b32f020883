import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Sealer } from '../core/seal';
import * as z from 'zod/mini';
import type { Database } from '../store/database';
import { keepManyImportSecrets } from '../store/import-secrets';
import { readInstallation, writeInstallation } from '../store/installation';
import { redirectPurpose, tokenPurpose } from './creation/creation-parts';
import { isRecordableId, type Observer } from './observe';
import type { ObservedFacts } from './observed-facts';
import type { Sighting } from './sighting';

const at = z.number();
const historySchema = z.object({
  imports: z.array(
    z.object({
      id: z.string(),
      username: z.nullable(z.string()),
      tool: z.string(),
      instanceUrl: z.nullable(z.string()),
      family: z.nullable(z.string()),
      createdAt: at,
      statuses: z.array(z.object({ status: z.string(), at })),
      gone: z.nullable(z.object({ at })),
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

const installed = 'demo seeded';

export interface SeedDemoParts {
  database: Database;
  observer: Observer;
  sealer: Sealer;
  clock: Clock;
  log: Log;
  /** Where the simulator tells its whole history. */
  historyUrl: string;
  fetch: typeof fetch;
}

/**
 * The simulator has lived through ninety days before anybody watched. In the embedded default we take them over once,
 * through the observer like everything else, and mark what came of them as demo. Returns how many imports there were.
 */
export async function seedDemo(parts: SeedDemoParts): Promise<number> {
  if ((await readInstallation(parts.database.db, installed)) !== undefined) return 0;
  const askedAt = parts.clock.now();
  const answer = await parts.fetch(parts.historyUrl, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status} when asked for its history`);
  const { imports } = historySchema.parse(await answer.json());
  const demo = imports.filter((entry) => entry.demo && isRecordableId(entry.id));
  const seenAt = parts.clock.now();
  await parts.observer.observeAll(demo.flatMap((entry) => sightingsOf(entry, askedAt, seenAt)));
  await parts.database.transaction(async (tx) => {
    await keepManyImportSecrets(
      tx,
      demo.map(({ id, redirectUrl, token }) => ({
        environment: 'live' as const,
        importId: id,
        redirectUrlSealed: parts.sealer.seal(redirectPurpose, redirectUrl),
        tokenFingerprint: parts.sealer.fingerprint(tokenPurpose, token),
        at: seenAt,
      })),
    );
    await writeInstallation(tx, { key: installed, value: { imports: demo.length }, at: seenAt });
  });
  parts.log.info({ imports: demo.length }, 'the demo’s history is taken over');
  return demo.length;
}

/** What happened when is told exactly; and having asked is a look at how things stand now. */
function sightingsOf(entry: HistoryEntry, askedAt: Date, seenAt: Date): Sighting[] {
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
    ...(entry.gone || !last ? [] : [{ ...common, status: last.status, askedAt, seenAt, facts }]),
  ];
}

function factsOf({ counts, users, warnings, family }: HistoryEntry): ObservedFacts {
  return {
    warnings: warnings.map(({ kind, item, text }) => ({ kind, item, text })),
    ...(counts ? { records: Object.entries(counts).map(([type, count]) => ({ type, count })) } : {}),
    ...(users ? { users } : {}),
    ...(family === null ? {} : { family }),
  };
}
