'use client';

import type { ImportRow } from '@/lib/contract/imports';
import { StaleBadge } from '../ui/stale-badge';
import { Time } from '../ui/time';
import { useOlderThan } from './use-older-than';

const staleAfterMs = 3_600_000;
const finalStatuses: readonly (string | undefined)[] = ['Migration completed', 'Migration cleaned'];

/** How long ago we looked. Amber with a clock when an import that may still move was not looked at for an hour. */
export function LastSeen({ row }: { row: Pick<ImportRow, 'seenAt' | 'gone' | 'status'> }) {
  const old = useOlderThan(row.seenAt, staleAfterMs);
  const moving = !row.gone && !finalStatuses.includes(row.status?.known);
  return old && moving ? <StaleBadge at={row.seenAt} /> : <Time at={row.seenAt} as="age-coarse" />;
}
