import type { Change } from '../contract/stream';
import { keys } from './keys';

export type KeyPrefix = readonly unknown[];

/** `deferred` are lists whose rows would move while being read: they wait until the person shows the updates. */
export function changedKeys({ kind, environment, subject }: Change): { immediate: KeyPrefix[]; deferred: KeyPrefix[] } {
  const immediate = [
    keys.import(environment, subject),
    keys.importCounts(environment),
    keys.queue(environment),
    keys.bulkPreviews(environment),
  ];
  const lists = keys.importLists(environment);
  switch (kind) {
    case 'import':
      return { immediate, deferred: [lists, keys.lookups(environment)] };
    case 'decision':
    case 'request':
      return { immediate: [...immediate, keys.queueCount(environment)], deferred: [lists] };
    case 'bulk':
      return { immediate: [keys.bulk(environment, subject), keys.queue(environment)], deferred: [] };
    case 'delivery':
      // Server-rendered; see `useLiveRefresh`.
      return { immediate: [], deferred: [] };
    case 'message':
      // A burst has no subject. Lists of messages are server-rendered.
      return {
        immediate: [subject === '' ? keys.imports() : keys.import(environment, subject), keys.notificationRules()],
        deferred: [],
      };
    case 'staff':
      return { immediate: [keys.staff()], deferred: [] };
    case 'settings':
      return { immediate: settingsKeys(subject), deferred: [] };
  }
}

function settingsKeys(subject: string): KeyPrefix[] {
  switch (subject) {
    case 'api-keys':
      return [keys.apiKeys()];
    case 'notification-rules':
      return [keys.notificationRules()];
    case 'warning-rules':
      // Every import has explanations of its warnings.
      return [keys.imports()];
    case 'policy':
      return [keys.imports(), keys.queues()];
    default:
      return [];
  }
}

export function hasPrefix(key: readonly unknown[], prefix: KeyPrefix): boolean {
  return prefix.every((part, index) => key[index] === part);
}
