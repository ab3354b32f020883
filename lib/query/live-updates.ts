import type { QueryClient } from '@tanstack/react-query';
import { environmentSchema, type Environment } from '../contract/environment';
import type { Change } from '../contract/stream';
import { changedKeys, hasPrefix, type KeyPrefix } from './changed-keys';
import { joinLiveChannel, type ChannelState, type LivePlatform } from './live-channel';
import { livePlatform } from './live-platform';

export interface UpdatesSnapshot {
  state: 'connecting' | 'live' | 'polling' | 'paused' | 'offline';
  pending: Record<Environment, number>;
}

/** A part of the page that was drawn by the server, and how to have it drawn again. */
export interface DrawnPart {
  concerns(change: Change): boolean;
  /** A list: its rows must not slide away under the reader, so it waits for the person. */
  hold: boolean;
  redraw(): void;
}

export interface LiveUpdates {
  /** Keeps a drawn part current; returns how to stop that. */
  keep(part: DrawnPart): () => void;
  /** Joins the channel; returns how to leave it. */
  start(): () => void;
  subscribe(onUpdate: () => void): () => void;
  snapshot(): UpdatesSnapshot;
  show(environment: Environment): void;
  pause(): void;
  resume(): void;
}

/** Changes come in bursts, when a list of hundreds was looked up; they are told to the queries together. */
const gatherMs = 250;
/** A pause of a whole day must not fill the memory: beyond this everything is asked for again instead. */
const mostGathered = 5000;
const pollMs = 30_000;
/** Not being connected is worth a word only when it lasts. */
const patienceMs = 5000;

/** From changes to queries: what redraws in place is asked for again at once, lists wait for the person. */
export function createLiveUpdates(
  client: QueryClient,
  platform: () => LivePlatform | undefined = livePlatform,
): LiveUpdates {
  const listeners = new Set<() => void>();
  const parts = new Set<DrawnPart>();
  let gathered: Change[] = [];
  let gathering: ReturnType<typeof setTimeout> | undefined;
  /** Held back: what a list would show differently, by environment. */
  const held: Record<Environment, Map<string, Change>> = { live: new Map(), sandbox: new Map() };
  let missedSome = false;
  let paused = false;
  let online = true;
  let channel: ChannelState = 'waiting';
  let patient = true;
  let current: UpdatesSnapshot = { state: 'connecting', pending: { live: 0, sandbox: 0 } };

  const tell = () => {
    const pending = { live: held.live.size, sandbox: held.sandbox.size };
    const state = paused
      ? 'paused'
      : !online
        ? 'offline'
        : channel === 'live'
          ? 'live'
          : patient
            ? 'connecting'
            : 'polling';
    if (state === current.state && pending.live === current.pending.live && pending.sandbox === current.pending.sandbox)
      return;
    current = { state, pending };
    for (const listener of listeners) listener();
  };

  const refresh = (prefixes: readonly KeyPrefix[], except: readonly KeyPrefix[] = []) => {
    if (prefixes.length === 0) return;
    void client.invalidateQueries({
      predicate: ({ queryKey }) =>
        prefixes.some((prefix) => hasPrefix(queryKey, prefix)) && !except.some((prefix) => hasPrefix(queryKey, prefix)),
    });
  };
  const isShown = (prefix: KeyPrefix, except: readonly KeyPrefix[]) =>
    client
      .getQueryCache()
      .findAll({ type: 'active' })
      .some(({ queryKey }) => hasPrefix(queryKey, prefix) && !except.some((other) => hasPrefix(queryKey, other)));

  /** Parts that are redrawn in one way, such as by the router, are redrawn once. */
  const redraw = (which: (part: DrawnPart) => boolean) => {
    for (const again of new Set([...parts].filter(which).map((part) => part.redraw))) again();
  };

  const flush = () => {
    gathering = undefined;
    if (paused) return;
    const changes = gathered;
    gathered = [];
    const atOnce = changes.flatMap((change) => changedKeys(change).atOnce);
    refresh(atOnce);
    const unseen: KeyPrefix[] = [];
    for (const change of changes) {
      const keys = changedKeys(change);
      for (const prefix of keys.held) {
        if (isShown(prefix, keys.atOnce)) held[change.environment].set(`${change.kind} ${change.subject}`, change);
        else unseen.push(prefix);
      }
    }
    // What nobody looks at now is simply asked for when somebody does.
    refresh(unseen, atOnce);
    redraw((part) => !part.hold && changes.some(part.concerns));
    for (const change of changes) {
      if ([...parts].some((part) => part.hold && part.concerns(change)))
        held[change.environment].set(`${change.kind} ${change.subject}`, change);
    }
    tell();
  };
  const onChange = (change: Change) => {
    if (gathered.length < mostGathered) gathered.push(change);
    else missedSome = true;
    if (paused) {
      held[change.environment].set(`${change.kind} ${change.subject}`, change);
      tell();
    } else gathering ??= setTimeout(flush, gatherMs);
  };
  /** Everything on the page, since nobody can say what changed. */
  const refreshAll = () => {
    if (paused) {
      missedSome = true;
      return;
    }
    for (const environment of environmentSchema.options) held[environment].clear();
    void client.invalidateQueries();
    redraw(() => true);
    tell();
  };

  const start = () => {
    const here = platform();
    let leave = () => undefined as void;
    const join = () => {
      if (!here) return;
      const joined = joinLiveChannel(here, {
        onChange,
        onReset: refreshAll,
        onState: (state) => {
          channel = state;
          tell();
        },
      });
      leave = () => joined.leave();
    };
    join();
    const endPatience = setTimeout(() => {
      patient = false;
      tell();
    }, patienceMs);
    const polling = setInterval(() => {
      if (channel !== 'live' && document.visibilityState === 'visible') refreshAll();
    }, pollMs);
    const onNetwork = () => {
      online = navigator.onLine;
      tell();
    };
    // A page that is kept for "back" must not keep the stream; it joins again, and catches up, when it is shown.
    const onHide = () => leave();
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      refreshAll();
      join();
    };
    window.addEventListener('online', onNetwork);
    window.addEventListener('offline', onNetwork);
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    onNetwork();
    return () => {
      clearTimeout(endPatience);
      clearInterval(polling);
      clearTimeout(gathering);
      gathering = undefined;
      leave();
      window.removeEventListener('online', onNetwork);
      window.removeEventListener('offline', onNetwork);
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
    };
  };

  return {
    start,
    keep: (part) => {
      parts.add(part);
      return () => parts.delete(part);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => current,
    show: (environment) => {
      const changes = [...held[environment].values()];
      held[environment].clear();
      refresh(changes.flatMap((change) => changedKeys(change).held));
      redraw((part) => part.hold && changes.some(part.concerns));
      tell();
    },
    pause: () => {
      paused = true;
      tell();
    },
    resume: () => {
      paused = false;
      for (const environment of environmentSchema.options) held[environment].clear();
      if (missedSome) refreshAll();
      else {
        const changes = gathered;
        gathered = [];
        refresh(changes.flatMap((change) => [...changedKeys(change).atOnce, ...changedKeys(change).held]));
        redraw((part) => changes.some(part.concerns));
      }
      missedSome = false;
      tell();
    },
  };
}
