import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import type { Environment } from '../contract/environment';
import type { Change } from '../contract/stream';
import { changedKeys, hasPrefix, type KeyPrefix } from './changed-keys';
import { createDeferredChanges } from './deferred-changes';
import { joinLiveChannel, livePlatform, type ChannelState, type LivePlatform } from './live-channel';
import { createRenderedSections, isInScope } from './rendered-sections';

export interface UpdatesSnapshot {
  state: 'connecting' | 'live' | 'polling' | 'paused' | 'offline';
  pending: Record<Environment, number>;
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
  const sections = createRenderedSections();
  const deferred = createDeferredChanges(client, sections.isDeferred);
  const { isShown } = deferred;
  let batch: Change[] = [];
  let batchTimer: ReturnType<typeof setTimeout> | undefined;
  let refreshedAtMs = 0;
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
    const pending = deferred.count();
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

  const onQuery = (event: QueryCacheNotifyEvent) => {
    if (event.type !== 'updated' || !deferred.onQuery(event) || paused) return;
    deferred.forgetListed();
    notify();
  };

  const apply = (changes: readonly Change[], isNew: (change: Change) => boolean) => {
    const keys = changes.flatMap((change) => changedKeys(change).immediate);
    const shown = keys.some(isShown);
    for (const change of changes) {
      for (const prefix of changedKeys(change).deferred) {
        // Inactive queries are refetched when they are used again.
        if (!isShown(prefix)) keys.push(prefix);
        else if (isNew(change) && !deferred.isListed(change, prefix)) deferred.add(change);
      }
    }
    refresh(keys);
    const recent = changes.filter(isNew);
    const rendered = sections.refresh(
      (section) => !section.defer && recent.some((change) => isInScope(section, change)),
    );
    for (const change of recent) if (sections.isDeferred(change)) deferred.add(change);
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
    deferred.noteArrival(change);
    if (batch.length < maxBatchSize) batch.push(change);
    else mayHaveMissed = true;
    if (paused) {
      deferred.add(change);
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
    deferred.takeAll();
    // Only a person repeats a lookup at the service.
    invalidate(({ queryKey }) => queryKey[0] !== 'lookup');
    sections.refresh(() => true);
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
    register: sections.register,
    registerImports: sections.registerImports,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => current,
    showPending: (environment: Environment) => {
      const changes = deferred.take(environment);
      refresh(changes.flatMap((change) => changedKeys(change).deferred));
      sections.refresh((section) => section.defer && changes.some((change) => isInScope(section, change)));
      notify();
    },
    pause: () => {
      paused = true;
      notify();
    },
    resume: () => {
      paused = false;
      const changes = [...batch, ...deferred.takeAll()];
      batch = [];
      if (mayHaveMissed) refreshAll();
      else {
        refresh(changes.flatMap((change) => [...changedKeys(change).immediate, ...changedKeys(change).deferred]));
        sections.refresh((section) => changes.some((change) => isInScope(section, change)));
      }
      notify();
    },
  };
}
