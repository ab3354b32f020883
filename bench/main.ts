import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { discoverMeasurements, isMeasurementKind } from './discover-measurements';
import { runMeasurements } from './run-measurements';
import { saveResults } from './save-results';

const {
  positionals: [kind, ...names],
  values: { quick },
} = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean', default: false } } });

// Exit handlers stop the processes that a measurement has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (!isMeasurementKind(kind)) {
  console.error('Say which: tsx bench/main.ts bench|drill [name...] [--quick]');
  process.exitCode = 1;
} else {
  const [load = 0] = loadavg();
  if (kind === 'bench' && !quick && load > 0.5)
    console.log(`Other work is running (load ${load.toFixed(1)}): times will be too long and ratios too close to 1.`);
  const path = fileURLToPath(new URL('results.json', import.meta.url));
  const outcome = await runMeasurements(await discoverMeasurements(kind), {
    names,
    quick,
    print: console.log,
    strict: Boolean(process.env['LANDFALL_REQUIRE_TOOLS']),
    ...(kind === 'bench' && !quick && { onFinished: (finished) => saveResults(path, finished) }),
  });
  process.exitCode = outcome === 'passed' ? 0 : 1;
}
