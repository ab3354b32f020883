import type { Measurement, Row } from './measurement';

interface PrintOptions {
  print: (text: string) => void;
  formatTable: (rows: readonly Row[]) => string;
}

/** Runs one after another: in parallel they would affect each other's results. */
export async function runMeasurements(
  all: readonly Measurement[],
  names: readonly string[],
  { print, formatTable }: PrintOptions,
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
