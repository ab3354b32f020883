import type { BulkItem } from '@/lib/contract/bulk';
import { CustomerLink } from '../shell/customer-link';
import { cx } from '../ui/cx';
import { Icon, type IconName } from '../ui/icon';
import { Skeleton } from '../ui/skeleton';
import { bulkLabels } from './dialog-labels';

export function BulkItems({
  label,
  items,
  expected,
}: {
  label: string;
  items: readonly BulkItem[] | undefined;
  /** How many placeholder rows to show. */
  expected: number;
}) {
  return (
    <ul
      aria-label={label}
      // Makes it scrollable by keyboard.
      tabIndex={0}
      className="mt-4 max-h-72 divide-y divide-line-soft overflow-y-auto border-y text-13"
    >
      {items === undefined
        ? Array.from({ length: Math.min(expected, 5) }, (_, index) => (
            <li key={index} className="py-2">
              <Skeleton className="h-5 w-60" />
            </li>
          ))
        : items.map((item) => <Item key={item.importId} item={item} />)}
    </ul>
  );
}

function Item({ item }: { item: BulkItem }) {
  const style = itemStyles[item.state];
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-2 py-2">
      <Icon name={style.icon} size={14} className={cx('mt-0.75', style.colour)} />
      <span className="min-w-0">
        <span className="flex flex-wrap gap-x-2">
          <b className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {item.username === null ? (
              bulkLabels.itemName(item.importId)
            ) : (
              <CustomerLink username={item.username} newTab />
            )}
          </b>
          <span className={style.colour}>{bulkLabels.itemStates[item.state]}</span>
        </span>
        {item.says !== '' && <span className="block text-12 text-meta [overflow-wrap:anywhere]">{item.says}</span>}
      </span>
    </li>
  );
}

const itemStyles: Record<BulkItem['state'], { icon: IconName; colour: string }> = {
  would_send: { icon: 'send', colour: 'text-ink-2' },
  would_propose: { icon: 'two', colour: 'text-turn' },
  blocked: { icon: 'lock', colour: 'text-meta' },
  held: { icon: 'clock', colour: 'text-work' },
  waiting: { icon: 'clock', colour: 'text-meta' },
  proposed: { icon: 'two', colour: 'text-turn' },
  sending: { icon: 'send', colour: 'text-work' },
  confirmed: { icon: 'check', colour: 'text-done' },
  refused: { icon: 'x', colour: 'text-unkn' },
  withdrawn: { icon: 'back', colour: 'text-meta' },
  unknown: { icon: 'help', colour: 'text-unkn' },
};
