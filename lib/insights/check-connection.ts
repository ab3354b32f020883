import type { Caller } from '../contract/caller';
import type { ConnectionCheck } from '../contract/connection';
import type { Environment } from '../contract/environment';
import { ServiceError } from '../core/errors';
import type { Clock } from '../core/clock';
import { personOf } from '../service/person-of';
import type { ServiceClient } from '../service/service-client';

const deadlineMs = 8_000;

type Deps = { client: Pick<ServiceClient, 'listTools'>; clock: Clock };

/** Lists the tools of each environment: a read-only call that needs a valid token. */
export async function checkConnection(deps: Deps, caller: Caller): Promise<ConnectionCheck['results']> {
  return Promise.all((['live', 'sandbox'] as const).map((environment) => checkEnvironment(deps, environment, caller)));
}

async function checkEnvironment(
  { client, clock }: Deps,
  environment: Environment,
  caller: Caller,
): Promise<ConnectionCheck['results'][number]> {
  const startedMs = clock.now().getTime();
  const tookMs = () => Math.max(0, clock.now().getTime() - startedMs);
  try {
    const { value, missing } = await client.listTools({
      environment,
      lane: 'people',
      person: personOf(caller),
      deadlineMs,
    });
    return {
      environment,
      outcome: 'accepted',
      explanation: `The token is accepted. The service lists ${value.length} source ${value.length === 1 ? 'tool' : 'tools'}.`,
      tookMs: tookMs(),
      missing: missing.slice(0, 20).map((text) => text.slice(0, 1000).toWellFormed()),
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      environment,
      outcome: error.code === 'service_unauthorized' ? 'refused' : 'failed',
      explanation: error.userMessage,
      tookMs: tookMs(),
      missing: [],
    };
  }
}
