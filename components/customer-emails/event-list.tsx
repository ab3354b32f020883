'use client';

import type { MailSettings } from '@/lib/contract/customer-mails';
import type { CustomerEvent } from '@/lib/contract/outbox';
import { Section } from '../shell/page';
import { BareCheckbox } from '../ui/checkbox';
import { cx } from '../ui/cx';
import { customerEmailLabels as labels, eventLabels } from './labels';

export function EventList({
  events,
  selected,
  enabled,
  edited,
  unsaved,
  busy,
  onSelect,
  onToggle,
}: {
  events: readonly CustomerEvent[];
  selected: CustomerEvent;
  enabled: MailSettings['enabled'];
  edited: ReadonlySet<CustomerEvent>;
  unsaved: ReadonlySet<CustomerEvent>;
  busy: boolean;
  onSelect: (event: CustomerEvent) => void;
  onToggle: (event: CustomerEvent) => void;
}) {
  return (
    <Section title={labels.title} ruled={false} className="md:sticky md:top-[calc(var(--top)+24px)]">
      <ul className="border-t text-13">
        {events.map((event) => {
          const { name } = eventLabels[event];
          const mark = unsaved.has(event)
            ? labels.unsaved
            : !enabled[event]
              ? labels.isOff
              : edited.has(event) && labels.edited;
          return (
            <li key={event} className="relative flex items-center gap-2.5 border-b border-b-line-soft">
              <BareCheckbox
                label={labels.send(name)}
                checked={enabled[event]}
                disabled={busy}
                onChange={() => onToggle(event)}
              />
              <button
                type="button"
                onClick={() => onSelect(event)}
                aria-current={event === selected || undefined}
                className={cx(
                  'flex min-h-9 flex-1 items-center gap-2 rounded-1 px-2 text-start max-md:min-h-11',
                  event === selected ? 'bg-press font-strong text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
                )}
              >
                {name}
                {mark !== false && <span className="ms-auto text-12 font-normal text-meta">{mark}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
