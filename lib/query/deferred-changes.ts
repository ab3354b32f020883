import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { environments, type Environment } from '../contract/environment';
import type { Change } from '../contract/stream';
import { changedKeys, type KeyPrefix } from './changed-keys';

/** Changes that lists show when the person wants it: "N updates". */
export function createDeferredChanges(client: QueryClient, isInSection: (change: Change) => boolean) {
  const waiting: Record<Environment, Map<string, Change>> = { live: new Map(), sandbox: new Map() };
  const arrivedAtMs = new WeakMap<Change, number>();
  /** When the last fetch has begun. */
  const fetchedAtMs = new WeakMap<Query, number>();

  const shownQueries = (prefix: KeyPrefix) => client.getQueryCache().findAll({ type: 'active', queryKey: prefix });
  const isShown = (prefix: KeyPrefix) => shownQueries(prefix).length > 0;
  const isListed = (change: Change, prefix: KeyPrefix) =>
    shownQueries(prefix).every((query) => (fetchedAtMs.get(query) ?? 0) > (arrivedAtMs.get(change) ?? 0));

  /** A list that was fetched for another reason, such as another filter, has them. */
  const forgetListed = () => {
    for (const [key, change] of environments.flatMap((environment) => [...waiting[environment]])) {
      const prefixes = changedKeys(change).deferred;
      if (isInSection(change) || !prefixes.some(isShown)) continue;
      if (!prefixes.every((prefix) => isListed(change, prefix))) continue;
      waiting[change.environment].delete(key);
      for (const queryKey of prefixes)
        void client.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' });
    }
  };
  const take = (environment: Environment) => {
    const changes = [...waiting[environment].values()];
    waiting[environment].clear();
    return changes;
  };

  return {
    isShown,
    isListed,
    noteArrival: (change: Change) => void arrivedAtMs.set(change, Date.now()),
    add: (change: Change) => void waiting[change.environment].set(`${change.kind} ${change.subject}`, change),
    take,
    takeAll: () => environments.flatMap(take),
    count: () => ({ live: waiting.live.size, sandbox: waiting.sandbox.size }),
    /** True if a list was fetched. */
    onQuery: ({ action, query }: Extract<QueryCacheNotifyEvent, { type: 'updated' }>): boolean => {
      // The next page of a list does not update those before.
      if (action.type === 'fetch' && !action.meta?.fetchMore) fetchedAtMs.set(query, Date.now());
      else if (action.type === 'error') fetchedAtMs.delete(query);
      return action.type === 'success' && !action.manual;
    },
    forgetListed,
  };
}
