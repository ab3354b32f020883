import { expect, it } from 'vitest';
import { readSentParam, writeSentParam } from './sent-param';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 16, 12, minutes));

it('is read for ten minutes', () => {
  const value = writeSentParam('confirm', at(0));
  expect(readSentParam(value, at(0))).toBe('confirm');
  expect(readSentParam(value, at(9))).toBe('confirm');
  expect(readSentParam(value, at(11))).toBeUndefined();
  expect(readSentParam(writeSentParam('sent', at(1)), at(0))).toBe('sent');
});

it.each([undefined, '', '1', 'confirm', 'confirm-', `other-${at(0).getTime() / 1000}`, 'confirm-1e9'])(
  'ignores %s',
  (value) => expect(readSentParam(value, at(0))).toBeUndefined(),
);
