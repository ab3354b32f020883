import { setTimeout as delay } from 'node:timers/promises';

interface PageVisits {
  /** How often each status came; 0 for no answer. */
  statuses: Map<number, number>;
  /** Answers that are not what we promise during an outage. */
  wrong: string[];
  slowestMs: number;
}

const watchedPage = '/imports';

/** The first visit also loads the code of the page, which takes seconds on a busy machine. */
export async function visitOnce(origins: readonly string[], cookie: string): Promise<void> {
  await Promise.all(origins.map((origin) => fetch(`${origin}${watchedPage}`, { headers: { cookie } })));
}

/** Opens a page again and again until stopped. A 503 must be our own page. */
export function watchPages(originOf: () => string, cookie: string) {
  const visits: PageVisits = { statuses: new Map(), wrong: [], slowestMs: 0 };
  let running = true;
  const visit = async () => {
    const startedMs = performance.now();
    const { status, html } = await fetch(`${originOf()}${watchedPage}`, {
      headers: { cookie, accept: 'text/html' },
      redirect: 'manual',
    }).then(
      async (response) => ({ status: response.status, html: await response.text() }),
      () => ({ status: 0, html: '' }),
    );
    visits.slowestMs = Math.max(visits.slowestMs, performance.now() - startedMs);
    visits.statuses.set(status, (visits.statuses.get(status) ?? 0) + 1);
    if (status === 503 && !html.includes('The database is not available')) visits.wrong.push('503 without our page');
    if (status !== 200 && status !== 503 && status !== 0) visits.wrong.push(`answered ${status}`);
  };
  const watching = (async () => {
    while (running) {
      await visit();
      await delay(100);
    }
  })();
  return {
    visits,
    stop: async () => {
      running = false;
      await watching;
    },
  };
}

export const describeStatuses = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${times} × ${status === 0 ? 'no answer' : status}`)
    .join(', ') || '–';

/** Seconds until every origin says that it is ready, or undefined if that takes longer than a minute. */
export async function waitUntilReady(origins: readonly string[]): Promise<number | undefined> {
  const startedMs = performance.now();
  const secondsSince = () => (performance.now() - startedMs) / 1000;
  while (secondsSince() < 60) {
    if ((await Promise.all(origins.map(readReadiness))).every(({ status }) => status === 200)) return secondsSince();
    await delay(100);
  }
  return undefined;
}

export async function readReadiness(origin: string): Promise<{ status: number; body: string }> {
  return fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(20_000) }).then(
    async (response) => ({ status: response.status, body: await response.text() }),
    () => ({ status: 0, body: '' }),
  );
}
