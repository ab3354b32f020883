import {
  figureOf,
  meetsTarget,
  type Comparison,
  type Measurement,
  type ParsedResult,
  type Row,
  type RunOptions,
  type Target,
} from './measurement';

export interface Finished extends ParsedResult {
  name: string;
  seconds: number;
}

interface Run extends RunOptions {
  names: readonly string[];
  print: (text: string) => void;
  /** A measurement that is skipped fails. */
  strict?: boolean;
  onFinished?: (finished: Finished) => void;
}

/** Runs one after another: in parallel they would affect each other's results. */
export async function runMeasurements(all: readonly Measurement[], run: Run): Promise<'passed' | 'failed'> {
  const { names, print, quick, strict, onFinished } = run;
  const possible = quick ? all.filter((measurement) => measurement.quick) : all;
  const known = possible.map((measurement) => measurement.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    print(`There is no ${unknown.join(', ')}; there is: ${known.join(', ') || 'nothing yet'}`);
    return 'failed';
  }
  const chosen = names.length === 0 ? possible : possible.filter((measurement) => names.includes(measurement.name));
  if (chosen.length === 0) print('There is nothing to run yet.');
  let failures = 0;
  for (const { name, description, run } of chosen) {
    print(`\n${name}: ${description}\n`);
    const startedMs = performance.now();
    const secondsSince = () => Math.round((performance.now() - startedMs) / 100) / 10;
    try {
      const result = await run({ quick });
      const { rows, checks, comparisons, skipped } = result;
      if (skipped !== undefined) print(`  ${strict ? '✗' : '–'} skipped: ${skipped}`);
      if (skipped !== undefined && strict) failures += 1;
      if (rows.length > 0) print(formatTable(rows));
      if (comparisons.length > 0) print(formatTable(comparisons.map((comparison) => toRow(comparison, quick))));
      for (const { guarantee, passed } of checks) print(`  ${passed ? '✓' : '✗'} ${guarantee}`);
      failures += checks.filter((check) => !check.passed).length;
      if (!quick) failures += comparisons.filter((comparison) => meetsTarget(comparison) === false).length;
      onFinished?.({ ...result, name, seconds: secondsSince() });
    } catch (error) {
      failures += 1;
      print(`  ✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    print(`  ${secondsSince().toFixed(1)} s`);
  }
  if (failures > 0) print(`\n${failures} failed`);
  return failures === 0 ? 'passed' : 'failed';
}

/** A quick run is too small to judge. */
function toRow(comparison: Comparison, quick: boolean): Row {
  const { what, unit, measured, spread, counterpart, target } = comparison;
  const passed = quick ? undefined : meetsTarget(comparison);
  return {
    what,
    measured: formatValue(measured, unit, spread),
    counterpart: counterpart
      ? `${formatValue(counterpart.value, unit, counterpart.spread)} (${counterpart.what})`
      : '–',
    ratio: counterpart ? formatNumber(figureOf(comparison, 'ratio')) : '–',
    target: target ? formatTarget(target, unit) : '–',
    result: passed === undefined ? '–' : passed ? 'pass' : 'FAIL',
  };
}

function formatTarget({ of, atMost, atLeast }: Target, unit: string): string {
  const format = (limit: number) =>
    of === 'ratio' ? `${formatNumber(limit)}x` : `${of === 'difference' ? '+' : ''}${formatValue(limit, unit)}`;
  if (atMost !== undefined && atLeast !== undefined) return `${format(atLeast)} to ${format(atMost)}`;
  return atMost === undefined ? `at least ${format(atLeast ?? 0)}` : `at most ${format(atMost)}`;
}

const formatValue = (value: number, unit: string, spread?: number) =>
  [formatNumber(value), ...(spread === undefined ? [] : [`±${formatNumber(spread)}`]), unit].join(' ').trimEnd();

const formatNumber = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 });

function formatTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => (column in row ? String(row[column]) : '–')));
  const numeric = columns.map((column) => rows.every((row) => !(column in row) || typeof row[column] === 'number'));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (texts: readonly string[]) =>
    `  ${texts
      .map((text, index) => (numeric[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0)))
      .join('  ')}`.trimEnd();
  return [line(columns), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join('\n');
}
