import type { Query, QueryClient } from '@tanstack/react-query';
import { environmentSchema, type Environment } from '../contract/environment';
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
  /** A list: its rows must not move while being read, so it waits for the person. */
  defer: boolean;
  refresh(): void;
}

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;

/** Changes come in bursts, after a bulk lookup for instance. */
const batchMs = 250;
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
  const deferred: Record<Environment, Map<string, Change>> = { live: new Map(), sandbox: new Map() };
  let mayHaveMissed = false;
  let paused = false;
  let online = true;
  let channel: ChannelState = 'waiting';
  let inGracePeriod = true;
  /** Changes before a first connection are not sent. */
  let refreshOnceLive = false;
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

  const refresh = (prefixes: readonly KeyPrefix[], except: readonly KeyPrefix[] = []) => {
    if (prefixes.length === 0) return;
    const predicate = ({ queryKey }: Query) =>
      prefixes.some((prefix) => hasPrefix(queryKey, prefix)) && !except.some((prefix) => hasPrefix(queryKey, prefix));
    invalidate(predicate);
  };
  const invalidate = (predicate: (query: Query) => boolean) => {
    const firstFetches = client
      .getQueryCache()
      .findAll({ fetchStatus: 'fetching', predicate })
      .filter(({ state }) => state.data === undefined);
    void client.invalidateQueries({ predicate });
    // Invalidating restarts a refetch but not a first fetch, which may have been answered before the change.
    for (const query of firstFetches)
      void query.promise
        ?.catch(() => undefined)
        .then(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  };
  const isShown = (prefix: KeyPrefix, except: readonly KeyPrefix[]) =>
    client
      .getQueryCache()
      .findAll({ type: 'active' })
      .some(({ queryKey }) => hasPrefix(queryKey, prefix) && !except.some((other) => hasPrefix(queryKey, other)));

  /** Sections with the same refresh function are refreshed once. */
  const refreshSections = (matches: (section: RenderedSection) => boolean) => {
    for (const run of new Set([...sections].filter(matches).map((section) => section.refresh))) run();
  };

  const flush = () => {
    batchTimer = undefined;
    if (paused) return;
    const changes = batch;
    batch = [];
    const immediate = changes.flatMap((change) => changedKeys(change).immediate);
    refresh(immediate);
    const inactive: KeyPrefix[] = [];
    for (const change of changes) {
      const keys = changedKeys(change);
      for (const prefix of keys.deferred) {
        if (isShown(prefix, keys.immediate))
          deferred[change.environment].set(`${change.kind} ${change.subject}`, change);
        else inactive.push(prefix);
      }
    }
    // Inactive queries are refetched when they are used again.
    refresh(inactive, immediate);
    refreshSections((section) => !section.defer && changes.some((change) => isInScope(section, change)));
    for (const change of changes) {
      if ([...sections].some((section) => section.defer && isInScope(section, change)))
        deferred[change.environment].set(`${change.kind} ${change.subject}`, change);
    }
    notify();
  };
  const onChange = (change: Change) => {
    if (batch.length < maxBatchSize) batch.push(change);
    else mayHaveMissed = true;
    if (paused) {
      deferred[change.environment].set(`${change.kind} ${change.subject}`, change);
      notify();
    } else batchTimer ??= setTimeout(flush, batchMs);
  };
  const refreshAll = () => {
    if (paused) {
      mayHaveMissed = true;
      return;
    }
    for (const environment of environmentSchema.options) deferred[environment].clear();
    invalidate(() => true);
    refreshSections(() => true);
    notify();
  };

  const start = () => {
    const available = platform();
    let leave = () => undefined as void;
    const join = () => {
      if (!available) return;
      const joined = joinLiveChannel(available, {
        onChange,
        onReset: refreshAll,
        onState: (state) => {
          channel = state;
          if (state === 'live' && refreshOnceLive) {
            refreshOnceLive = false;
            refreshAll();
          }
          notify();
        },
      });
      leave = () => joined.leave();
    };
    join();
    const graceTimer = setTimeout(() => {
      inGracePeriod = false;
      if (channel !== 'live') refreshOnceLive = true;
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
    const onHide = () => leave();
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      refreshAll();
      refreshOnceLive = true;
      join();
    };
    window.addEventListener('online', onNetwork);
    window.addEventListener('offline', onNetwork);
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    onNetwork();
    return () => {
      clearTimeout(graceTimer);
      clearInterval(polling);
      clearTimeout(batchTimer);
      batchTimer = undefined;
      leave();
      window.removeEventListener('online', onNetwork);
      window.removeEventListener('offline', onNetwork);
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
    };
  };

  return {
    start,
    register: (section: RenderedSection) => {
      sections.add(section);
      return () => void sections.delete(section);
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
      for (const environment of environmentSchema.options) deferred[environment].clear();
      if (mayHaveMissed) refreshAll();
      else {
        refresh(changes.flatMap((change) => [...changedKeys(change).immediate, ...changedKeys(change).deferred]));
        refreshSections((section) => changes.some((change) => isInScope(section, change)));
      }
      mayHaveMissed = false;
      notify();
    },
  };
}

function isInScope({ kinds, environment, subject }: RenderedSection, change: Change): boolean {
  // Settings and staff are shared by both environments.
  const shared = change.kind === 'settings' || change.kind === 'staff';
  return (
    kinds.includes(change.kind) &&
    (shared || change.environment === environment) &&
    (subject === undefined || change.subject === subject)
  );
}
