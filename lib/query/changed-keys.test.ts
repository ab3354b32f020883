import { expect, test } from 'vitest';
import type { Environment } from '../contract/environment';
import { changedKeys, hasPrefix } from './changed-keys';
import { keys } from './keys';

test('changed explanations of warnings refresh open imports of both environments', () => {
  const { immediate } = changedKeys({ id: '1', kind: 'settings', environment: 'live', subject: 'warning-rules' });
  for (const environment of ['live', 'sandbox'] as const) {
    const open = keys.importDetail(environment, '417');
    expect(immediate.some((prefix) => hasPrefix(open, prefix))).toBe(true);
  }
  const others = changedKeys({ id: '1', kind: 'settings', environment: 'live', subject: 'branding' }).immediate;
  expect(others.some((prefix) => hasPrefix(keys.importDetail('live', '417'), prefix))).toBe(false);
});

test('a changed policy refreshes queues and open imports, which show what it demands', () => {
  const { immediate } = changedKeys({ id: '1', kind: 'settings', environment: 'live', subject: 'policy' });
  for (const open of [
    keys.queue('sandbox'),
    keys.importSponsorship('live', '417'),
    keys.bulkPreview('live', 'accept', []),
  ])
    expect(immediate.some((prefix) => hasPrefix(open, prefix))).toBe(true);
});

test('changed notification rules refresh only their list', () => {
  const { immediate } = changedKeys({ id: '1', kind: 'settings', environment: 'live', subject: 'notification-rules' });
  expect(immediate).toEqual([keys.notificationRules()]);
});

test('a message refreshes the list of notification rules, which shows the last one of each', () => {
  const { immediate } = changedKeys({ id: '1', kind: 'message', environment: 'live', subject: '' });
  expect(immediate).toContainEqual(keys.notificationRules());
});

test.each(['import', 'decision', 'request'] as const)(
  'a change of kind %s refreshes the preview of bulk decisions in its environment',
  (kind) => {
    const { immediate } = changedKeys({ id: '1', kind, environment: 'live', subject: '417' });
    const isRefreshed = (environment: Environment) =>
      immediate.some((prefix) => hasPrefix(keys.bulkPreview(environment, 'accept', ['417', '418']), prefix));
    expect([isRefreshed('live'), isRefreshed('sandbox')]).toEqual([true, false]);
  },
);
