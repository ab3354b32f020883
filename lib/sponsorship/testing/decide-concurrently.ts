import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { createRandom } from '../../../simulator/random';
import { LandfallError } from '../../core/errors';
import { listDecisions } from '../../store/sponsorship/decisions';
import { readBulk, startBulk } from '../bulk-decisions';
import { decideSponsorship } from '../decide-sponsorship';
import { withdrawDecision } from '../resolve-decision';
import { sendDueDecisions } from '../send-due-decisions';
import { openInstance } from './open-instance';
import { staffCaller } from './staff-caller';

/** For each input line, makes many concurrent random decisions about one import. */
const where = z
  .object({ databaseUrl: z.string(), serviceUrl: z.string(), token: z.string(), holdMs: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ''));
const batchSchema = z.object({ importId: z.string(), seed: z.string(), calls: z.number() });

const deps = { ...(await openInstance(where)), holdMs: where.holdMs };
type Random = ReturnType<typeof createRandom>;

/** Returns the decision that the page showed, and the decision that was made. */
async function click(importId: string, random: Random) {
  const caller = random.pick([staffCaller('Ines'), staffCaller('Jonas'), staffCaller('Ada', 'admin')]);
  const kind = random.pick(['accept', 'reject'] as const);
  const page = random.pick(['empty', 'current', 'current'] as const);
  const decisions = page === 'empty' ? [] : await listDecisions(deps.database.db, 'live', importId);
  const shown = decisions.find(({ state }) => state !== 'withdrawn');
  const target = { caller, environment: 'live' as const, importId };
  if (shown?.state === 'approved' && random.next() < 0.5) {
    await withdrawDecision(deps, { ...target, decisionId: shown.id, reason: '' });
    return undefined;
  }
  const made = await decideSponsorship(deps, {
    ...target,
    kind,
    body: {
      reason: 'drill',
      note: '',
      overrideBudget: false,
      decisionId: shown?.id ?? null,
      ...(shown && { decisionState: shown.state }),
    },
  });
  return { shown: shown?.id ?? null, made: made.id };
}

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { importId, seed, calls } = batchSchema.parse(JSON.parse(line));
  const random = createRandom(seed);
  const bulk = { id: randomUUID(), kind: 'accept' as const, importIds: [importId], reason: '', note: '' };
  const results = await Promise.allSettled([
    ...Array.from({ length: calls }, () => click(importId, random)),
    startBulk(deps, { caller: staffCaller('Ines'), environment: 'live', body: bulk }).then(() => undefined),
    sendDueDecisions(deps, new AbortController().signal).then(() => undefined),
  ]);
  while ((await readBulk(deps, bulk.id)).finishedAt === null) await deps.clock.sleep(10);
  const failed = results.filter(
    (result) => result.status === 'rejected' && !(result.reason instanceof LandfallError),
  ).length;
  const decided = results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
  console.log(JSON.stringify({ decided, failed }));
}
