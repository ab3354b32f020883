import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import { importListSchema } from '@/lib/contract/imports';
import { apiFetch } from '@/lib/query/api-fetch';
import type { PaletteItem } from '../shell/palette/palette-item';

const maxResults = 8;

/** Searches stored imports, including gone ones. */
export async function findImports(text: string, environment: Environment, signal: AbortSignal): Promise<PaletteItem[]> {
  const query = new URLSearchParams({ q: text, gone: 'show', limit: String(maxResults) });
  const { imports } = await apiFetch(`/api/imports?${query.toString()}`, {
    schema: importListSchema,
    environment,
    signal,
  });
  return imports.map((row) => ({
    key: row.id,
    label: row.username ?? row.id,
    hint: row.gone ? 'no longer available' : (row.status?.text ?? row.id),
    icon: 'imports',
    href: `/imports/${encodeImportId(row.id)}`,
  }));
}
