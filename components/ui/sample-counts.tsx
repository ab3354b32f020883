import type { ReactNode } from 'react';
import { Icon } from './icon';
import { Num } from './number';
import { None } from './table';

export function WarningCount({ count, more }: { count: number; more?: ReactNode }) {
  if (count === 0) return <None />;
  return (
    <span className="inline-flex items-center gap-1.25">
      <Icon name="warning" size={13} className="text-turn" />
      <Num value={count} />
      {more}
    </span>
  );
}

export function MatchedUsers({ matched, total }: { matched: number | null; total: number | null }) {
  if (total === null) return 'not told';
  return (
    <>
      <Num value={matched ?? 0} /> of <Num value={total} /> matched
    </>
  );
}
