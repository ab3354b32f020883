'use client';

import type { QueueItem } from '@/lib/contract/sponsorship';
import { importHref } from '../import/import-href';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';

/** Earlier decisions for this customer or e-mail domain. */
export function EarlierDecisions({ item }: { item: QueueItem }) {
  return (
    <section aria-label="Earlier decisions">
      <h3 className="mt-5 mb-2 border-t pt-4">Earlier decisions</h3>
      {item.earlier.length === 0 ? (
        <p className="text-13 text-ink-2">None for this customer or their domain.</p>
      ) : (
        <ul className="grid gap-2">
          {item.earlier.map((earlier) => (
            <li key={`${earlier.importId} ${earlier.at}`} className="text-13">
              <span className="flex gap-2">
                <span className="min-w-0 flex-1 truncate">
                  {earlier.importId === null ? (
                    (earlier.username ?? 'Customer not told')
                  ) : (
                    <TextLink href={importHref(earlier.importId)}>
                      {earlier.sameCustomer ? 'Same customer' : (earlier.username ?? earlier.importId)}
                    </TextLink>
                  )}
                </span>
                <Time at={earlier.at} as="date" className="text-12 text-meta" />
              </span>
              <span className="block text-12 text-meta">{earlierDecisionLabel(earlier)}</span>
            </li>
          ))}
        </ul>
      )}
      {item.earlierYear > 0 && (
        <p className="mt-2 text-12 text-meta">
          {item.earlierYear} sponsored this year for this customer or their domain.
        </p>
      )}
    </section>
  );
}

function earlierDecisionLabel({ kind, state }: QueueItem['earlier'][number]): string {
  const what = kind === 'reject' ? 'Rejection' : kind === 'accept' ? 'Acceptance' : 'Sponsored full migration';
  if (state === 'unknown') return `${what}, outcome unknown`;
  if (state === 'sending') return `${what}, being sent`;
  return kind === 'reject' ? 'Rejected' : 'Sponsored';
}
