import { systemClock } from '../../core/clock';
import { createManualClock } from '../../core/testing/manual-clock';
import { createLog } from '../../core/log';
import { createServiceClient, type ServiceClientOptions } from '../client/create-service-client';
import type { RequestBudget } from '../../core/request-budget';
import type { ServiceClient, ServiceEvent } from '../service-client';

const unlimitedBudget: RequestBudget = { take: async () => undefined, pause: async () => undefined };

/** Deadlines pass when the test moves the clock; short pauses between attempts pass at once. */
export function createDeadlineClock(): ReturnType<typeof createManualClock> {
  const clock = createManualClock();
  return { ...clock, sleep: (ms, signal) => (ms < 1_000 ? Promise.resolve() : clock.sleep(ms, signal)) };
}

/** Records all events and log lines. */
export function openClient(
  options: Partial<ServiceClientOptions> & { url: string },
): ServiceClient & { events: ServiceEvent[]; logged: string[] } {
  const events: ServiceEvent[] = [];
  const logged: string[] = [];
  const client = createServiceClient({
    sandboxUrl: options.url.replace('v2.1', 'sandbox'),
    token: 'test-token',
    password: 'X',
    requestBudget: unlimitedBudget,
    clock: systemClock,
    random: () => 0,
    log: createLog({ level: 'debug', secrets: [], write: (line) => logged.push(line) }),
    onEvent: (event) => events.push(event),
    ...options,
    connect: { timeout: 60_000, ...options.connect },
  });
  return { ...client, events, logged };
}
