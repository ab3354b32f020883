import { readdirSync } from 'node:fs';
import { parseMeasurement, type Measurement } from './measurement';

const locations = {
  bench: { folder: 'benchmarks/', ending: '.bench.ts' },
  drill: { folder: 'drills/', ending: '.drill.ts' },
} as const;
type MeasurementKind = keyof typeof locations;

export const isMeasurementKind = (kind: string | undefined): kind is MeasurementKind =>
  kind !== undefined && Object.hasOwn(locations, kind);

export async function discoverMeasurements(kind: MeasurementKind): Promise<Measurement[]> {
  const { folder, ending } = locations[kind];
  const folderUrl = new URL(folder, import.meta.url);
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
