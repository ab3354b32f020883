import { createInterface } from 'node:readline';
import { z } from 'zod';
import { createRandom } from '../../../simulator/random';
import { LandfallError } from '../../core/errors';
import { decideSponsorship } from '../decide-sponsorship';
import { openInstance } from './open-instance';
import { staffCaller } from './staff-caller';

/** For each input line, makes many concurrent random decisions about one import. */
const where = z
  .object({ databaseUrl: z.string(), serviceUrl: z.string(), token: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));
const batchSchema = z.object({ importId: z.string(), seed: z.string(), calls: z.number() });

const deps = await openInstance(where);

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { importId, seed, calls } = batchSchema.parse(JSON.parse(line));
  const random = createRandom(seed);
  const results = await Promise.allSettled(
    Array.from({ length: calls }, () =>
      decideSponsorship(deps, {
        caller: staffCaller(random.pick(['Ines', 'Jonas', 'Mei'])),
        environment: 'live',
        importId,
        kind: random.pick(['accept', 'reject']),
        body: { reason: 'drill', note: '', overrideBudget: false },
      }),
    ),
  );
  const tally = { decided: 0, refused: 0, failed: 0 };
  for (const result of results) {
    if (result.status === 'fulfilled') tally.decided += 1;
    else if (result.reason instanceof LandfallError) tally.refused += 1;
    else tally.failed += 1;
  }
  console.log(JSON.stringify(tally));
}
