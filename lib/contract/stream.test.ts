import { describe, expect, test } from 'vitest';
import { readChange, readLiveMessage, type LiveMessage } from './stream';

const change = { id: '12', kind: 'import', environment: 'live', subject: 'abc' } as const;

describe('a change', () => {
  test('is read without what does not belong to it', () => {
    expect(readChange({ ...change, at: new Date(), extra: 1 })).toEqual(change);
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'change'],
    ['no id', { ...change, id: undefined }],
    ['a number as id', { ...change, id: 12 }],
    ['a long id', { ...change, id: '1'.repeat(41) }],
    ['an unknown kind', { ...change, kind: 'invoice' }],
    ['an unknown environment', { ...change, environment: 'test' }],
    ['a long subject', { ...change, subject: 'a'.repeat(1001) }],
  ])('is rejected: %s', (_what, value) => {
    expect(readChange(value)).toBeUndefined();
    expect(readLiveMessage({ type: 'change', change: value })).toBeUndefined();
    expect(readLiveMessage({ type: 'recent', after: null, changes: [change, value] })).toBeUndefined();
  });
});

describe('a message between tabs', () => {
  test.each<LiveMessage>([
    { type: 'change', change },
    { type: 'reset', id: null },
    { type: 'reset', id: '12' },
    { type: 'state', state: 'live', id: '12' },
    { type: 'who', after: null },
    { type: 'recent', after: '12', changes: null },
    { type: 'recent', after: '12', changes: [change] },
  ])('is read: %j', (message) => {
    expect(readLiveMessage({ ...message, extra: 1 })).toEqual(message);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an unknown type', { type: 'hello' }],
    ['no position', { type: 'reset' }],
    ['a long position', { type: 'who', after: '1'.repeat(21) }],
    ['an unknown state', { type: 'state', state: 'asleep', id: null }],
    ['no changes', { type: 'recent', after: null }],
    ['recent changes without a position', { type: 'recent', changes: [] }],
  ])('is rejected: %s', (_what, value) => {
    expect(readLiveMessage(value)).toBeUndefined();
  });
});
