import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';

export function importHref(id: string, environment: Environment): string {
  return envHref(`/imports/${encodeImportId(id)}`, environment);
}
