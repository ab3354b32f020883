import type { AuditQuery } from '@/lib/contract/audit';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';

export function auditHref(path: string, query: Partial<AuditQuery>, environment: Environment): string {
  const params = new URLSearchParams();
  for (const name of ['q', 'action', 'from', 'until', 'environment', 'before'] as const) {
    const value = query[name];
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return envHref(text === '' ? path : `${path}?${text}`, environment);
}
