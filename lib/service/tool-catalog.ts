import type { Environment } from '../contract/environment';
import type { Tool, ToolsResponse } from '../contract/tools';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { CallOptions, ServiceTool, ServiceClient } from './service-client';

interface StoredTools {
  tools: Tool[];
  fetchedAt: Date;
}

export interface ToolCatalogDeps {
  client: Pick<ServiceClient, 'listTools'>;
  load: (environment: Environment, family: string | undefined) => Promise<StoredTools | undefined>;
  save: (environment: Environment, family: string | undefined, kept: StoredTools) => Promise<void>;
  /** Families to offer beside those the tools themselves name: configured ones, and ones seen before. */
  families?: (environment: Environment) => Promise<readonly string[]>;
  clock: Clock;
  log: Log;
}

export interface ToolCatalog {
  /** Rejects with a `ServiceError` only when the service cannot be asked and never was. */
  listSourceTools(options: {
    environment: Environment;
    family?: string | undefined;
    requestId?: string;
  }): Promise<ToolsResponse>;
}

const freshMs = 5 * 60_000;
/** Older than this, a moment's wait for the present list is worth more than an answer at once. */
const waitForRefreshAfterMs = 24 * 60 * 60_000;
const refreshWaitMs = 3_000;
/** A service that just failed is not asked again by every page. */
const retryAfterFailureMs = 30_000;
const maxTools = 10_000;
const maxFamilies = 200;

/**
 * The source tools, kept for five minutes per family and environment. What is older is served at once while it is
 * fetched anew behind the scenes, and goes on being served, marked as stale, while the service is down.
 */
export function createToolCatalog(options: ToolCatalogDeps): ToolCatalog {
  const { client, clock, log } = options;
  const failedAtMs = new Map<string, number>();
  const underway = new Map<string, Promise<StoredTools>>();
  const keyOf = (environment: Environment, family: string | undefined): string => JSON.stringify([environment, family]);

  async function fetchList(
    environment: Environment,
    family: string | undefined,
    call: Partial<CallOptions>,
  ): Promise<StoredTools> {
    const key = keyOf(environment, family);
    try {
      const answer = await client.listTools({
        environment,
        lane: 'people',
        ...call,
        ...(family === undefined ? {} : { family }),
      });
      const kept = { tools: answer.value.slice(0, maxTools).map(toTool), fetchedAt: answer.receivedAt };
      failedAtMs.delete(key);
      await options.save(environment, family, kept).catch((err: unknown) => {
        log.warn({ err, environment }, 'the list of tools could not be kept');
      });
      return kept;
    } catch (error) {
      failedAtMs.set(key, clock.now().getTime());
      throw error;
    }
  }

  /** One refresh at a time and key; its failure is only noted, since there is something to serve. */
  function refresh(environment: Environment, family: string | undefined): Promise<StoredTools> | undefined {
    const key = keyOf(environment, family);
    const running = underway.get(key);
    if (running) return running;
    const failedMs = failedAtMs.get(key);
    if (failedMs !== undefined && clock.now().getTime() - failedMs < retryAfterFailureMs) return undefined;
    const fetching = fetchList(environment, family, {}).finally(() => underway.delete(key));
    fetching.catch((err: unknown) => log.info({ err, environment }, 'the list of tools could not be refreshed'));
    underway.set(key, fetching);
    return fetching;
  }

  async function answer(environment: Environment, kept: StoredTools, stale: boolean): Promise<ToolsResponse> {
    const named = kept.tools.flatMap(({ family }) => (family === null ? [] : [family]));
    const offered = (await options.families?.(environment)) ?? [];
    return {
      tools: kept.tools,
      families: [...new Set([...offered, ...named])].slice(0, maxFamilies),
      fetchedAt: kept.fetchedAt.toISOString(),
      stale,
    };
  }

  return {
    listSourceTools: async ({ environment, family, requestId }) => {
      const key = keyOf(environment, family);
      const kept = await options.load(environment, family);
      if (!kept)
        return answer(environment, await fetchList(environment, family, requestId ? { requestId } : {}), false);
      const ageMs = clock.now().getTime() - kept.fetchedAt.getTime();
      if (ageMs < freshMs) return answer(environment, kept, false);
      const refreshing = refresh(environment, family);
      if (refreshing && ageMs >= waitForRefreshAfterMs) {
        const newer = await withTimeout(refreshing, refreshWaitMs, clock);
        if (newer) return answer(environment, newer, false);
        return answer(environment, kept, true);
      }
      return answer(environment, kept, failedAtMs.has(key));
    },
  };
}

function toTool({ value, name, slug, family }: ServiceTool): Tool {
  return { value, name, slug, family };
}

/** The result if it comes in time; undefined when it is late or fails. */
async function withTimeout<T>(promise: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  const done = new AbortController();
  const late = clock.sleep(ms, done.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([promise, late]);
  } catch {
    return undefined;
  } finally {
    done.abort();
  }
}
