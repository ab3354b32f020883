'use client';

import type { QueueItem } from '@/lib/contract/sponsorship';
import { Button } from '../ui/button';
import { queueTableLabels as labels } from './queue-labels';
import { UndoButton } from './undo-button';
import { whyNotDecidable, type Viewer } from './why-not-decidable';

const kinds = ['accept', 'reject'] as const;

// On a phone both share the width, apart enough not to be confused.
const phoneButton = 'max-md:h-11 max-md:flex-1 max-md:text-14';

/** The buttons of one request. On a phone, which has no tooltips, the reason for a disabled one is written out. */
export function QueueRowActions({
  item,
  viewer,
  tabIndex,
  onDecide,
}: {
  item: QueueItem;
  viewer: Viewer;
  tabIndex: number;
  onDecide: (item: QueueItem, kind: 'accept' | 'reject') => void;
}) {
  const name = item.username ?? item.importId;
  const { decision } = item;
  const whyNot = {
    accept: whyNotDecidable(item, 'accept', viewer),
    reject: whyNotDecidable(item, 'reject', viewer),
  };
  if (decision?.state === 'approved') {
    return (
      <span className="flex md:-my-1">
        <UndoButton
          size="sm"
          importId={item.importId}
          customer={name}
          decision={decision}
          tabIndex={tabIndex}
          className={phoneButton}
        />
      </span>
    );
  }
  const reason = whyNot.accept ?? whyNot.reject;
  return (
    <>
      {reason !== null && <p className="mb-2 text-12 text-ink-2 md:hidden">{reason}</p>}
      <span className="flex gap-1.5 max-md:gap-4 md:-my-1">
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="sm"
            variant={kind === 'accept' ? 'secondary' : 'ghost'}
            className={kind === 'accept' ? phoneButton : `${phoneButton} max-md:border max-md:border-line`}
            tabIndex={tabIndex}
            disabled={whyNot[kind] !== null}
            data-tip={whyNot[kind] ?? undefined}
            onClick={() => onDecide(item, kind)}
          >
            {labels.decide[kind]}
            <span className="sr-only">{labels.decideFor(name)}</span>
          </Button>
        ))}
      </span>
    </>
  );
}
