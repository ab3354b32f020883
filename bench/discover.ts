import { existsSync, readdirSync } from 'node:fs';
import { parseMeasurement, type Measurement } from './measurement';

const locations = {
  bench: { folder: 'benchmarks/', ending: '.bench.ts' },
  drill: { folder: 'drills/', ending: '.drill.ts' },
} as const;

export async function discoverMeasurements(base: URL, kind: keyof typeof locations): Promise<Measurement[]> {
  const { folder, ending } = locations[kind];
  const place = new URL(folder, base);
  if (!existsSync(place)) return [];
  const files = readdirSync(place)
    .filter((file) => file.endsWith(ending))
    .sort();
  const found: Measurement[] = [];
  for (const file of files) {
    const module: unknown = await import(new URL(file, place).href);
    found.push(parseMeasurement(module, `${folder}${file}`));
  }
  return found;
}
