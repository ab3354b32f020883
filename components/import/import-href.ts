import { encodeImportId } from '@/lib/contract/import-id';

export function importHref(id: string): string {
  return `/imports/${encodeImportId(id)}`;
}
