import type { ApiResponse } from '../create-api-client';
import type { Check, CheckContext } from '../create-check-context';
import { expect, skip } from '../expect';
import { importPath, listPath } from './steps';

/** The service counts arrivals, which the client cannot see: only a round within one window is conclusive. */
const windowMs = 1_000;
const attempts = 4;

type LimitResult = string | 'held' | undefined;

export const section8: Check[] = [
  {
    sentence: 'Request rate: 10 requests per second. When the rate is exceeded, the response is 429.',
    needs: ['reads', 'bursts', 'limits'],
    run: (context) => repeatUntilConclusive(context, () => exceedLimit(context, () => '/tools')),
  },
  {
    sentence: 'The limit applies to all endpoints together.',
    needs: ['reads', 'bursts', 'limits'],
    run: (context) =>
      repeatUntilConclusive(context, () =>
        exceedLimit(
          context,
          (index) =>
            ['/tools', listPath(context.unknownUsername), importPath(context.unknownId)][index % 3] ?? '/tools',
        ),
      ),
  },
  {
    sentence: '10 requests per second, in any second and not only from one full second to the next.',
    needs: ['reads', 'bursts', 'limits'],
    run: (context) => repeatUntilConclusive(context, () => checkSlidingWindow(context)),
  },
  {
    sentence: 'The sandbox can be used without hitting limits.',
    needs: ['sandbox', 'limits'],
    async run({ sandbox, rate }) {
      const count = rate * 3;
      const answers = await sandbox.burst(Array.from({ length: count }, () => '/tools'));
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
  skip('the answers were too slow to decide');
}

/** Sends four requests too many: exactly four must be rejected. */
async function exceedLimit(
  { live, rate: limit, clock }: CheckContext,
  choose: (index: number) => string,
): Promise<LimitResult> {
  const count = limit + 4;
  const startMs = clock.now();
  const answers = await live.burst(Array.from({ length: count }, (_, index) => choose(index)));
  if (lastReceivedAtMs(answers) - startMs >= windowMs) return undefined;
  const admitted = countAdmitted(answers);
  if (admitted === limit) return 'held';
  return `of ${count} requests at once, ${admitted} were accepted and ${count - admitted} answered 429`;
}

/** Sends 1 request, the other 9 just before its second ends, and 5 just after: exactly 1 of the 5 must be admitted. */
async function checkSlidingWindow({ live, rate: limit, clock }: CheckContext): Promise<LimitResult> {
  const [first] = await live.burst(['/tools']);
  if (first === undefined) return undefined;
  await clock.wait(first.receivedAtMs + 780 - clock.now());
  const restStartMs = clock.now();
  await live.burst(Array.from({ length: limit - 1 }, () => '/tools'));
  await clock.wait(first.receivedAtMs + windowMs + 20 - clock.now());
  const answers = await live.burst(Array.from({ length: 5 }, () => '/tools'));
  // The 9 arrived after restStartMs, so they still count until one window later.
  if (lastReceivedAtMs(answers) - restStartMs >= windowMs) return undefined;
  const admitted = countAdmitted(answers);
  if (admitted === 1) return 'held';
  return `with ${limit - 1} requests in the last ${Math.round(lastReceivedAtMs(answers) - restStartMs)} ms, ${admitted} more of 5 were accepted`;
}

function countAdmitted(answers: readonly ApiResponse[]): number {
  return answers.filter(({ status }) => status !== 429).length;
}

function lastReceivedAtMs(answers: readonly ApiResponse[]): number {
  return Math.max(...answers.map(({ receivedAtMs }) => receivedAtMs));
}
