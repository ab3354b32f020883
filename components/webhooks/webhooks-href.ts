import type { Verdict } from '@/lib/contract/webhooks';

export function webhooksHref(at: {
  verdict?: Verdict | undefined;
  cursor?: string | undefined;
  delivery?: string | undefined;
}): string {
  const params = new URLSearchParams();
  for (const name of ['verdict', 'cursor', 'delivery'] as const) {
    const value = at[name];
    if (value !== undefined && value !== '') params.set(name, value);
  }
  const query = params.toString();
  return query === '' ? '/webhooks' : `/webhooks?${query}`;
}
