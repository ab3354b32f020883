import type { Check } from '../check';
import type { ApiResponse, RequestOptions } from '../create-api-client';
import type { CheckContext } from '../create-check-context';
import { expect, skip } from '../expect';
import { importPath, listPath } from './steps';

/**
 * A limit is judged by arrivals at the service, which cannot be seen from here. Each judgement below holds for any
 * delay on the way, or is not made: a round that took too long to be conclusive is repeated, and then skipped.
 */
const windowMs = 1_000;
const attempts = 4;

type LimitResult = string | 'held' | undefined;

export const section8: Check[] = [
  {
    section: 8,
    sentence: 'Request rate: 10 requests per second. When the rate is exceeded, the response is 429.',
    needs: ['reads', 'bursts', 'limits'],
    run: (context) => repeatUntilConclusive(context, () => exceedLimit(context, () => ['/tools'])),
  },
  {
    section: 8,
    sentence: 'The limit applies to all endpoints together.',
    needs: ['reads', 'bursts', 'limits'],
    run: (context) =>
      repeatUntilConclusive(context, () =>
        exceedLimit(context, (index) => [
          ['/tools', listPath(context.unknownUsername), importPath(context.unknownId)][index % 3] ?? '/tools',
        ]),
      ),
  },
  {
    section: 8,
    sentence: '10 requests per second, in any second and not only from one full second to the next.',
    needs: ['reads', 'bursts', 'limits'],
    run: (context) => repeatUntilConclusive(context, () => checkSlidingWindow(context)),
  },
  {
    section: 8,
    sentence: 'The sandbox can be used without hitting limits.',
    needs: ['sandbox', 'limits'],
    async run({ sandbox, rate }) {
      const count = rate * 3;
      const answers = await sandbox.burst(Array.from({ length: count }, () => ['/tools'] as [string]));
      const refused = count - countAdmitted(answers);
      expect(refused === 0, `${refused} of ${count} requests at once were answered 429`);
    },
  },
];

async function repeatUntilConclusive(context: CheckContext, round: () => Promise<LimitResult>): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    await context.live.waitForWindow();
    const result = await round();
    if (result === undefined) continue;
    return expect(result === 'held', result);
  }
  skip('the answers came too slowly to tell');
}

/** Four too many at once: four are not let in, provided all was over within the second. */
async function exceedLimit(
  { live, rate: limit, clock }: CheckContext,
  choose: (index: number) => [string, RequestOptions?],
): Promise<LimitResult> {
  const count = limit + 4;
  const startMs = clock.now();
  const answers = await live.burst(Array.from({ length: count }, (_, index) => choose(index)));
  if (lastReceivedAtMs(answers) - startMs >= windowMs) return undefined;
  const admitted = countAdmitted(answers);
  if (admitted === limit) return 'held';
  return `of ${count} requests at once, ${admitted} were let in and ${count - admitted} answered 429`;
}

/** One, then the rest shortly before its second is over, then five shortly after: one place has become free. */
async function checkSlidingWindow({ live, rate: limit, clock }: CheckContext): Promise<LimitResult> {
  const [first] = await live.burst([['/tools']]);
  if (first === undefined) return undefined;
  await clock.wait(first.receivedAtMs + 780 - clock.now());
  const restStartMs = clock.now();
  await live.burst(Array.from({ length: limit - 1 }, () => ['/tools'] as [string]));
  await clock.wait(first.receivedAtMs + windowMs + 20 - clock.now());
  const answers = await live.burst(Array.from({ length: 5 }, () => ['/tools'] as [string]));
  // The rest arrived after restStartMs, so until a second later none of their places can be free again.
  if (lastReceivedAtMs(answers) - restStartMs >= windowMs) return undefined;
  const admitted = countAdmitted(answers);
  if (admitted === 1) return 'held';
  return `with ${limit - 1} requests in the last ${Math.round(lastReceivedAtMs(answers) - restStartMs)} ms, ${admitted} more of 5 were let in`;
}

function countAdmitted(answers: readonly ApiResponse[]): number {
  return answers.filter(({ status }) => status !== 429).length;
}

function lastReceivedAtMs(answers: readonly ApiResponse[]): number {
  return Math.max(...answers.map(({ receivedAtMs }) => receivedAtMs));
}
