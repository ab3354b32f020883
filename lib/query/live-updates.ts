import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { environments, type Environment } from '../contract/environment';
import type { Change } from '../contract/stream';
import { changedKeys, hasPrefix, type KeyPrefix } from './changed-keys';
import { joinLiveChannel, livePlatform, type ChannelState, type LivePlatform } from './live-channel';

export interface UpdatesSnapshot {
  state: 'connecting' | 'live' | 'polling' | 'paused' | 'offline';
  pending: Record<Environment, number>;
}

export interface LiveScope {
  kinds: readonly Change['kind'][];
  environment: Environment;
  subject?: string | undefined;
}

export interface RenderedSection extends Omit<LiveScope, 'kinds'> {
  kinds: readonly string[];
  /** Of the changes in scope, those that matter; all if undefined. */
  concerns?: ((change: Change) => boolean) | undefined;
  /** A list: its rows must not move while being read, so it waits for the person. */
  defer: boolean;
  refresh(): void;
}

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;

/** The first change is shown at once. While more keep coming, after a bulk lookup for instance, they are grouped. */
const minGapMs = 50;
/** Beyond this, everything is fetched again, so that a long pause does not fill the memory. */
const maxBatchSize = 5000;
const pollMs = 30_000;
/** A short disconnection is not shown. */
const connectGraceMs = 5000;

export function createLiveUpdates(client: QueryClient, platform: () => LivePlatform | undefined = livePlatform) {
  const listeners = new Set<() => void>();
  const sections = new Set<RenderedSection>();
  let batch: Change[] = [];
  let batchTimer: ReturnType<typeof setTimeout> | undefined;
  let refreshedAtMs = 0;
  const deferred: Record<Environment, Map<string, Change>> = { live: new Map(), sandbox: new Map() };
  const arrivedAtMs = new WeakMap<Change, number>();
  /** When the last fetch has begun. */
  const fetchedAtMs = new WeakMap<Query, number>();
  let mayHaveMissed = false;
  let paused = false;
  let online = true;
  let channel: ChannelState = 'waiting';
  let inGracePeriod = true;
  let joined: ReturnType<typeof joinLiveChannel> | undefined;
  /** A resumed stream repeats some changes that the page contains. */
  let firstPosition = 0;
  let current: UpdatesSnapshot = { state: 'connecting', pending: { live: 0, sandbox: 0 } };

  const notify = () => {
    const pending = { live: deferred.live.size, sandbox: deferred.sandbox.size };
    const state = paused
      ? 'paused'
      : !online
        ? 'offline'
        : channel === 'live'
          ? 'live'
          : inGracePeriod
            ? 'connecting'
            : 'polling';
    if (state === current.state && pending.live === current.pending.live && pending.sandbox === current.pending.sandbox)
      return;
    current = { state, pending };
    for (const listener of listeners) listener();
  };

  const refresh = (prefixes: readonly KeyPrefix[]) => {
    if (prefixes.length > 0) invalidate(({ queryKey }) => prefixes.some((prefix) => hasPrefix(queryKey, prefix)));
  };
  const invalidate = (predicate: (query: Query) => boolean) => {
    const running = client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate });
    void client.invalidateQueries({ predicate }, { cancelRefetch: false });
    // The server may have answered these before the change. Restarting them could go on forever while changes keep coming.
    for (const { promise, queryKey } of running)
      void promise
        ?.catch(() => undefined)
        .then(() => client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false }));
  };
  const shownQueries = (prefix: KeyPrefix) => client.getQueryCache().findAll({ type: 'active', queryKey: prefix });
  const isShown = (prefix: KeyPrefix) => shownQueries(prefix).length > 0;

  /** Sections with the same refresh function are refreshed once. */
  const refreshSections = (matches: (section: RenderedSection) => boolean) => {
    const runs = new Set([...sections].filter(matches).map((section) => section.refresh));
    for (const run of runs) run();
    return runs.size > 0;
  };
  const register = (section: RenderedSection) => {
    sections.add(section);
    return () => void sections.delete(section);
  };
  const defer = (change: Change) => deferred[change.environment].set(`${change.kind} ${change.subject}`, change);
  const isInDeferredSection = (change: Change) =>
    [...sections].some((section) => section.defer && isInScope(section, change));
  const isListed = (change: Change, prefix: KeyPrefix) =>
    shownQueries(prefix).every((query) => (fetchedAtMs.get(query) ?? 0) > (arrivedAtMs.get(change) ?? 0));
  /** A list that was fetched for another reason, such as another filter, has them. */
  const forgetListed = () => {
    for (const [key, change] of environments.flatMap((environment) => [...deferred[environment]])) {
      const prefixes = changedKeys(change).deferred;
      if (isInDeferredSection(change) || !prefixes.some(isShown)) continue;
      if (!prefixes.every((prefix) => isListed(change, prefix))) continue;
      deferred[change.environment].delete(key);
      for (const queryKey of prefixes)
        void client.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' });
    }
    notify();
  };
  const onQuery = (event: QueryCacheNotifyEvent) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    // The next page of a list does not update those before.
    if (action.type === 'fetch' && !action.meta?.fetchMore) fetchedAtMs.set(query, Date.now());
    else if (action.type === 'error') fetchedAtMs.delete(query);
    else if (action.type === 'success' && !action.manual && !paused) forgetListed();
  };

  const apply = (changes: readonly Change[], isNew: (change: Change) => boolean) => {
    const keys = changes.flatMap((change) => changedKeys(change).immediate);
    const shown = keys.some(isShown);
    for (const change of changes) {
      for (const prefix of changedKeys(change).deferred) {
        // Inactive queries are refetched when they are used again.
        if (!isShown(prefix)) keys.push(prefix);
        else if (isNew(change) && !isListed(change, prefix)) defer(change);
      }
    }
    refresh(keys);
    const recent = changes.filter(isNew);
    const rendered = refreshSections(
      (section) => !section.defer && recent.some((change) => isInScope(section, change)),
    );
    for (const change of recent) if (isInDeferredSection(change)) defer(change);
    // Changes that concern no part of the page do not delay those that do.
    if (shown || rendered) refreshedAtMs = Date.now();
    notify();
  };
  const flush = () => {
    batchTimer = undefined;
    if (paused) return;
    const changes = batch;
    batch = [];
    if (mayHaveMissed) refreshAll();
    else apply(changes, ({ id }) => Number(id) > firstPosition);
  };
  const onChange = (change: Change) => {
    arrivedAtMs.set(change, Date.now());
    if (batch.length < maxBatchSize) batch.push(change);
    else mayHaveMissed = true;
    if (paused) {
      defer(change);
      notify();
      // A timer even if nothing has to wait: it groups the events that have already arrived.
    } else batchTimer ??= setTimeout(flush, Math.max(0, refreshedAtMs + minGapMs - Date.now()));
  };
  const refreshAll = () => {
    if (paused) {
      mayHaveMissed = true;
      return;
    }
    mayHaveMissed = false;
    for (const environment of environments) deferred[environment].clear();
    // Only a person repeats a lookup at the service.
    invalidate(({ queryKey }) => queryKey[0] !== 'lookup');
    refreshSections(() => true);
    notify();
  };

  /** `position` is that of the rendered page, null if it is unknown. */
  const start = (position: string | null) => {
    const available = platform();
    firstPosition = Number(position);
    const onState = (state: ChannelState) => {
      channel = state;
      notify();
    };
    const join = (after: string | null) => {
      if (available) joined = joinLiveChannel(available, { onChange, onReset: refreshAll, onState }, after);
    };
    join(position);
    const graceTimer = setTimeout(() => {
      inGracePeriod = false;
      notify();
    }, connectGraceMs);
    const polling = setInterval(() => {
      if (channel !== 'live' && document.visibilityState === 'visible') refreshAll();
    }, pollMs);
    const onNetwork = () => {
      online = navigator.onLine;
      notify();
    };
    // A page in the back/forward cache must not keep the stream. It reconnects when it is shown.
    const onHide = () => joined?.leave();
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      refreshAll();
      join(null);
    };
    window.addEventListener('online', onNetwork);
    window.addEventListener('offline', onNetwork);
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    onNetwork();
    const stopListening = client.getQueryCache().subscribe(onQuery);
    return () => {
      stopListening();
      clearTimeout(graceTimer);
      clearInterval(polling);
      clearTimeout(batchTimer);
      batchTimer = undefined;
      joined?.leave();
      window.removeEventListener('online', onNetwork);
      window.removeEventListener('offline', onNetwork);
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
    };
  };

  return {
    start,
    /** After a navigation: shows what was announced while the page was on its way. */
    catchUp: (position: string | null) => {
      if (paused || !joined) return;
      const changes = joined.changesAfter(position);
      if (changes) apply(changes, ({ id }) => Number(id) > Number(position));
      else refreshAll();
    },
    register,
    /**
     * Refetches when one of these imports has changed. A change of another one may be a new import of the same customer,
     * which a change does not say: after those it refetches now and then.
     */
    registerImports: (environment: Environment, importIds: readonly string[], refetch: () => void) => {
      const ids = new Set(importIds);
      const common = { kinds: ['import', 'decision', 'request', 'message'], environment, defer: false };
      let timer: ReturnType<typeof setTimeout> | undefined;
      const refetchLater = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          refetch();
        }, pollMs);
      };
      const stops = [
        register({ ...common, concerns: ({ subject }) => ids.has(subject), refresh: refetch }),
        register({ ...common, concerns: ({ subject }) => !ids.has(subject), refresh: refetchLater }),
      ];
      return () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      };
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => current,
    showPending: (environment: Environment) => {
      const changes = [...deferred[environment].values()];
      deferred[environment].clear();
      refresh(changes.flatMap((change) => changedKeys(change).deferred));
      refreshSections((section) => section.defer && changes.some((change) => isInScope(section, change)));
      notify();
    },
    pause: () => {
      paused = true;
      notify();
    },
    resume: () => {
      paused = false;
      const changes = [...batch, ...deferred.live.values(), ...deferred.sandbox.values()];
      batch = [];
      for (const environment of environments) deferred[environment].clear();
      if (mayHaveMissed) refreshAll();
      else {
        refresh(changes.flatMap((change) => [...changedKeys(change).immediate, ...changedKeys(change).deferred]));
        refreshSections((section) => changes.some((change) => isInScope(section, change)));
      }
      notify();
    },
  };
}

function isInScope({ kinds, environment, subject, concerns }: RenderedSection, change: Change): boolean {
  // Settings and staff are shared by both environments.
  const shared = change.kind === 'settings' || change.kind === 'staff';
  return (
    kinds.includes(change.kind) &&
    (shared || change.environment === environment) &&
    (subject === undefined || change.subject === subject) &&
    (concerns === undefined || concerns(change))
  );
}
