'use client';

import type { UnidentifiedStart } from '@/lib/contract/sponsorship';
import { Time } from '../ui/time';
import { ResolveForm } from './resolve-form';

/**
 * Sponsored migrations that were sent, got no answer and match no known import. They may have been paid for, so they
 * stay here until resolved.
 */
export function UnidentifiedStarts({ starts }: { starts: readonly UnidentifiedStart[] }) {
  if (starts.length === 0) return null;
  return (
    <section aria-labelledby="nameless" className="px-6 py-6 max-md:px-4">
      <h2 id="nameless">
        Created and paid for, perhaps <span className="font-normal text-meta">{starts.length}</span>
      </h2>
      <p className="mt-1 max-w-160 text-13 text-ink-2">
        These full migrations were sent at once, and no answer came. We look for the import under the customer’s name;
        once it is found, it takes its place in the list above.
      </p>
      <ul className="mt-3 grid max-w-160 gap-4">
        {starts.map(({ decision, username, tool }) => (
          <li key={decision.id} className="rounded-3 border border-unkn-line p-4">
            <h3 className="text-unkn">{username ?? 'Customer not told'}</h3>
            <p className="mt-1 text-13 [overflow-wrap:anywhere]">
              {tool !== null && `From ${tool}. `}
              {decision.outcome}
            </p>
            <p className="mt-1 text-12 text-meta">
              {decision.proposedBy?.name}, <Time at={decision.sentAt ?? decision.proposedAt} />
              {decision.reason !== '' && `: “${decision.reason}”`}
            </p>
            <ResolveForm subject={decision.id} decision={decision} />
          </li>
        ))}
      </ul>
    </section>
  );
}
