import type { Environment } from '../contract/environment';
import type { ToolsResponse } from '../contract/tools';
import type { Clock } from '../core/clock';
import { ServiceError } from '../core/errors';
import type { Log } from '../core/log';
import { withDeadline } from '../core/with-deadline';
import type { ServiceClient } from '../service/service-client';
import type { Database } from '../store/database/database';
import { loadToolList, saveToolList, type StoredToolList } from '../store/imports/tool-lists';

export interface ToolCatalogDeps {
  client: Pick<ServiceClient, 'listTools'>;
  database: Database;
  /** The address of the service in use. */
  urlOf: (environment: Environment) => string;
  /** Families from the settings, offered in addition to those seen. */
  families: readonly string[];
  clock: Clock;
  log: Log;
}

const freshMs = 5 * 60_000;
/** With an older list, wait briefly for the refresh. */
const waitForRefreshAfterMs = 24 * 60 * 60_000;
const refreshWaitMs = 3_000;
const retryAfterFailureMs = 30_000;
const maxTools = 10_000;
const maxFamilies = 200;

export type ToolCatalog = ReturnType<typeof createToolCatalog>;

/** An older list is returned at once and refreshed in the background; marked as stale while the service is down. */
export function createToolCatalog(options: ToolCatalogDeps) {
  const { client, clock, log, urlOf } = options;
  const { db } = options.database;
  const failedAtMs = new Map<string, number>();
  const refreshes = new Map<string, Promise<StoredToolList>>();
  const keyOf = (environment: Environment, family: string | undefined): string => JSON.stringify([environment, family]);

  async function fetchList(
    environment: Environment,
    family: string | undefined,
    person: string | null,
    isKnown = true,
  ): Promise<StoredToolList> {
    const key = keyOf(environment, family);
    const url = urlOf(environment);
    try {
      const response = await client.listTools({
        environment,
        lane: 'people',
        person,
        ...(family === undefined ? {} : { family }),
      });
      const stored = { tools: response.value.slice(0, maxTools), fetchedAt: response.receivedAt };
      failedAtMs.delete(key);
      const isNamed = isKnown || stored.tools.some((tool) => tool.family === family);
      // After a change of the address, it may be from either service.
      if (isNamed && urlOf(environment) === url)
        await saveToolList(db, { environment, family, url }, stored).catch((err: unknown) => {
          log.warn({ err, environment }, 'the list of tools could not be stored');
        });
      return stored;
    } catch (error) {
      // Says nothing about the service.
      const overLimit = error instanceof ServiceError && error.code === 'rate_limited';
      if (isKnown && !overLimit) failedAtMs.set(key, clock.now().getTime());
      throw error;
    }
  }

  /** One refresh at a time per key. A failure is only logged, because the stored list can be returned. */
  function refresh(
    environment: Environment,
    family: string | undefined,
    person: string | null,
  ): Promise<StoredToolList> | undefined {
    const key = keyOf(environment, family);
    const running = refreshes.get(key);
    if (running) return running;
    const failedMs = failedAtMs.get(key);
    if (failedMs !== undefined && clock.now().getTime() - failedMs < retryAfterFailureMs) return undefined;
    const fetching = fetchList(environment, family, person).finally(() => refreshes.delete(key));
    fetching.catch((err: unknown) => log.info({ err, environment }, 'the list of tools could not be refreshed'));
    refreshes.set(key, fetching);
    return fetching;
  }

  function toResponse(stored: StoredToolList, seenFamilies: readonly string[], stale: boolean): ToolsResponse {
    const named = stored.tools.flatMap(({ family }) => (family === null ? [] : [family]));
    return {
      tools: stored.tools,
      families: [...new Set([...options.families, ...seenFamilies, ...named])].slice(0, maxFamilies),
      fetchedAt: stored.fetchedAt.toISOString(),
      stale,
    };
  }

  return {
    /** Rejects with a `ServiceError` only when the service fails and no list is stored. */
    listSourceTools: async (wanted: {
      environment: Environment;
      family?: string | undefined;
      person: string | null;
    }): Promise<ToolsResponse> => {
      const { environment, family, person } = wanted;
      const key = keyOf(environment, family);
      const { list: stored, families } = await loadToolList(db, { environment, family, url: urlOf(environment) });
      if (!stored) {
        // Otherwise everything that a caller sends as a family would be stored.
        const isKnown = family === undefined || [...options.families, ...families].includes(family);
        return toResponse(await fetchList(environment, family, person, isKnown), families, false);
      }
      const ageMs = clock.now().getTime() - stored.fetchedAt.getTime();
      if (ageMs < freshMs) return toResponse(stored, families, false);
      const refreshing = refresh(environment, family, person);
      if (refreshing && ageMs >= waitForRefreshAfterMs) {
        const newer = await withDeadline(clock, refreshWaitMs, refreshing).catch(() => undefined);
        return newer ? toResponse(newer, families, false) : toResponse(stored, families, true);
      }
      return toResponse(stored, families, failedAtMs.has(key));
    },
  };
}
