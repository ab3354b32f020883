import { parseArgs } from 'node:util';
import { discoverMeasurements } from './discover';
import { formatTable } from './format-table';
import { runMeasurements } from './run-measurements';

const [kind, ...names] = parseArgs({ allowPositionals: true }).positionals;

if (kind !== 'bench' && kind !== 'drill') {
  console.error('Say which: tsx bench/main.ts bench|drill [name...]');
  process.exitCode = 1;
} else {
  const found = await discoverMeasurements(new URL('.', import.meta.url), kind);
  const outcome = await runMeasurements(found, names, { print: console.log, formatTable });
  process.exitCode = outcome === 'passed' ? 0 : 1;
}
