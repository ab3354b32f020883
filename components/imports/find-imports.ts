import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import { importListSchema } from '@/lib/contract/imports';
import { ask } from '@/lib/query/ask';
import type { PaletteItem } from '../shell/palette/palette-item';

const most = 8;

/** Imports of our record for what was typed into the palette; those that are gone as well. */
export async function findImports(
  words: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<PaletteItem[]> {
  const query = new URLSearchParams({ q: words, gone: 'show', limit: String(most) });
  const { imports } = await ask(`/api/imports?${query.toString()}`, { schema: importListSchema, environment, signal });
  return imports.map((row) => ({
    key: row.id,
    label: row.username ?? row.id,
    hint: row.gone ? 'no longer available' : (row.status?.text ?? row.id),
    icon: 'imports',
    href: `/imports/${encodeImportId(row.id)}`,
  }));
}
