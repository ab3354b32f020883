import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../lib/core/log';
import { openOutputLog } from './open-output-log';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'output-log-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

function open() {
  const shown: string[] = [];
  const output = openOutputLog(folder, (line) => shown.push(line));
  const log = createLog({ level: 'info', secrets: [], write: (line) => output.write(line, 'stdout') });
  return { shown, output, log };
}

it('shows warnings and errors as readable lines, and everything else only in the file', () => {
  const { shown, output, log } = open();
  output.startShowing();
  log.info({ path: '/imports' }, 'request');
  log.warn({ err: new Error('connect ECONNREFUSED') }, 'the database does not answer');
  log.error({}, 'a poll failed');
  log.error({ printed: 'what Next printed' }, 'printed to the console');
  output.write(' ✓ Running next.config took 2ms\nCompiled in 2 s\nhalf a ', 'stdout');
  output.write('{"level":"info"}\n', 'stderr');
  expect(shown).toEqual([
    expect.stringMatching(/^ {2}\d\d:\d\d:\d\d {2}Warning: the database does not answer: connect ECONNREFUSED$/),
    expect.stringMatching(/^ {2}\d\d:\d\d:\d\d {2}Error: a poll failed$/),
    expect.stringMatching(/Error: what Next printed$/),
    'Compiled in 2 s',
    '{"level":"info"}',
  ]);
  expect(read('landfall.log')).toMatch(/"msg":"request"[^]*ECONNREFUSED[^]*a poll failed[^]*Compiled in 2 s\n/);
  expect(statSync(output.path).mode & 0o777).toBe(0o600);
});

it('shows a repeated warning once in a minute', () => {
  const { shown, output } = open();
  output.startShowing();
  const warnAt = (time: string) =>
    output.write(`${JSON.stringify({ level: 'warn', time: `2026-11-12T09:${time}Z`, msg: 'slow' })}\n`, 'stdout');
  ['00:00.000', '00:59.999', '01:00.000', '01:30.000'].forEach(warnAt);
  expect(shown).toHaveLength(2);
});

it('shows nothing before progress is complete, and then all of it', () => {
  const { shown, output, log } = open();
  log.warn({}, 'early');
  expect(shown).toEqual([]);
  output.startShowing();
  expect(shown).toEqual([expect.stringContaining('Warning: early')]);
});

it('starts a new file with each start, and when it is full, and keeps the previous one', () => {
  open().log.info({}, 'first');
  open().log.info({}, 'second');
  expect(read('landfall.previous.log')).toContain('first');
  const { output } = open();
  expect(read('landfall.previous.log')).toContain('second');
  output.write(`${'x'.repeat(20_000_001)}\nafter\n`, 'stdout');
  expect(read('landfall.log')).toBe('after\n');
  expect(statSync(join(folder, 'landfall.previous.log')).size).toBe(20_000_002);
});

it('goes on when the file cannot be written, and says so once', () => {
  const { shown, output } = open();
  output.startShowing();
  mkdirSync(join(folder, 'landfall.previous.log', 'in-the-way'), { recursive: true });
  output.write(`{"level":"info"${' '.repeat(20_000_001)}}\n`, 'stdout');
  shown.length = 0;
  output.write('one\ntwo\n', 'stdout');
  expect(shown).toEqual([expect.stringContaining('The log could not be written'), 'one', 'two']);
});
