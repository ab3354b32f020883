import { systemClock, type Clock } from '../../../core/clock';
import { ServiceError } from '../../../core/errors';
import type { RequestBudget } from '../../../core/request-budget';
import type { ServiceResponse, ServiceClient } from '../../../service/service-client';

/** An in-memory service that records every call. */
export interface FakeService {
  client: ServiceClient;
  put(username: string, id: string, status: string): void;
  /** Hides the import from lists; reading it still works. */
  unlist(id: string): void;
  remove(id: string): void;
  down: boolean;
  /** Answers 429 to this part of the calls. */
  limitedPart: number;
  calls: { kind: 'list' | 'read'; key: string; lane: string; atMs: number }[];
}

export function createFakeService({
  latencyMs = 0,
  clock = systemClock,
  requestBudget,
  random = () => 0,
}: { latencyMs?: number; clock?: Clock; requestBudget?: RequestBudget; random?: () => number } = {}): FakeService {
  const imports = new Map<string, { username: string; status: string; listed: boolean }>();
  const idsOf = new Map<string, Set<string>>();
  const calls: FakeService['calls'] = [];
  const state: Pick<FakeService, 'down' | 'limitedPart'> = { down: false, limitedPart: 0 };
  const answer = async <T>(value: () => T): Promise<ServiceResponse<T>> => {
    const sentAt = clock.now();
    if (latencyMs > 0) await clock.sleep(latencyMs);
    if (state.down) throw new ServiceError('service_unreachable', { workDone: 'no' });
    if (random() < state.limitedPart)
      throw new ServiceError('service_rate_limited', { workDone: 'no', upstreamStatus: 429 });
    const result = value();
    return { value: result, raw: JSON.stringify(result), status: 200, sentAt, receivedAt: clock.now(), missing: [] };
  };
  const refuse = () => Promise.reject(new Error('the poller never calls this'));
  const client: ServiceClient = {
    listTools: refuse,
    createImport: refuse,
    acceptPayment: refuse,
    rejectPayment: refuse,
    close: () => Promise.resolve(),
    health: () => ({ state: 'closed', since: null, lastOkAt: null, lastError: null, unanswered: null }),
    listImports: async ({ username, lane, person, signal }) => {
      await requestBudget?.take({ lane, person }, signal ?? new AbortController().signal);
      calls.push({ kind: 'list', key: username, lane, atMs: clock.now().getTime() });
      return answer(() =>
        [...(idsOf.get(username) ?? [])].flatMap((id) => {
          const one = imports.get(id);
          return one?.listed ? [{ id, status: one.status }] : [];
        }),
      );
    },
    readImport: async ({ id, lane, person, signal }) => {
      await requestBudget?.take({ lane, person }, signal ?? new AbortController().signal);
      calls.push({ kind: 'read', key: id, lane, atMs: clock.now().getTime() });
      return answer(() => {
        const one = imports.get(id);
        if (!one) throw new ServiceError('service_not_found', { workDone: 'no', upstreamStatus: 404 });
        return { id, status: one.status, family: 'help desk', warnings: [], records: [], users: null };
      });
    },
  };
  return Object.assign(state, {
    client,
    calls,
    put: (username: string, id: string, status: string) => {
      imports.set(id, { username, status, listed: true });
      idsOf.set(username, (idsOf.get(username) ?? new Set()).add(id));
    },
    unlist: (id: string) => {
      const one = imports.get(id);
      if (one) one.listed = false;
    },
    remove: (id: string) => void imports.delete(id),
  });
}
