import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseMeasurement, type Measurement } from './measurement';
import { runMeasurements } from './run-measurements';

const locations = {
  bench: { folder: 'benchmarks/', ending: '.bench.ts' },
  drill: { folder: 'drills/', ending: '.drill.ts' },
} as const;

const [kind, ...names] = parseArgs({ allowPositionals: true }).positionals;

if (kind !== 'bench' && kind !== 'drill') {
  console.error('Say which: tsx bench/main.ts bench|drill [name...]');
  process.exitCode = 1;
} else {
  const found = await discoverMeasurements(kind);
  const outcome = await runMeasurements(found, names, console.log);
  process.exitCode = outcome === 'passed' ? 0 : 1;
}

async function discoverMeasurements(kind: keyof typeof locations): Promise<Measurement[]> {
  const { folder, ending } = locations[kind];
  const folderUrl = new URL(folder, import.meta.url);
  if (!existsSync(folderUrl)) return [];
  const files = readdirSync(folderUrl)
    .filter((file) => file.endsWith(ending))
    .sort();
  const found: Measurement[] = [];
  for (const file of files) {
    const module: unknown = await import(new URL(file, folderUrl).href);
    found.push(parseMeasurement(module, `${folder}${file}`));
  }
  return found;
}
