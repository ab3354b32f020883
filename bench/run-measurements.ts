import type { Measurement, Row } from './measurement';

/** Runs one after another: in parallel they would affect each other's results. */
export async function runMeasurements(
  all: readonly Measurement[],
  names: readonly string[],
  print: (text: string) => void,
): Promise<'passed' | 'failed'> {
  const known = all.map((measurement) => measurement.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    print(`There is no ${unknown.join(', ')}; there is: ${known.join(', ') || 'nothing yet'}`);
    return 'failed';
  }
  const chosen = names.length === 0 ? all : all.filter((measurement) => names.includes(measurement.name));
  if (chosen.length === 0) print('There is nothing to run yet.');
  let failures = 0;
  for (const { name, description, run } of chosen) {
    print(`\n${name}: ${description}\n`);
    const startedMs = performance.now();
    try {
      const { rows, checks } = await run();
      if (rows.length > 0) print(formatTable(rows));
      for (const { guarantee, passed } of checks) print(`  ${passed ? '✓' : '✗'} ${guarantee}`);
      failures += checks.filter((check) => !check.passed).length;
    } catch (error) {
      failures += 1;
      print(`  ✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    print(`  ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  }
  if (failures > 0) print(`\n${failures} failed`);
  return failures === 0 ? 'passed' : 'failed';
}

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
