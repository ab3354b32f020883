import type { ImportRecord } from '../world/import-record';
import { toolOf } from '../world/tools';

/** The way as the customer sees it: five steps, each done, now, or ahead. */
export interface WayStep {
  title: string;
  detail: string;
  state: 'done' | 'now' | 'ahead';
}

export function describeWay(record: ImportRecord): WayStep[] {
  const { authorized, status } = record;
  const had = new Set(record.statusHistory.map((entry) => entry.status));
  const isSampled = had.has('Sample migration completed');
  const isMoved = status === 'Migration completed';
  const isUndone = status === 'Undo in progress' || status === 'Migration cleaned';
  const rejected = record.decisions.at(-1)?.kind === 'reject';

  const steps: { title: string; detail: string; done: boolean }[] = [
    {
      title: `Allow access to ${toolOf(record.tool).name}`,
      detail: authorized.source ? 'Access allowed' : 'So that we can read what is to be moved',
      done: authorized.source,
    },
    {
      title: 'Allow access to your new tool',
      detail: authorized.destination ? 'Access allowed' : (record.instanceUrl ?? 'So that we can write there'),
      done: authorized.destination,
    },
  ];
  if (!record.startFull) {
    steps.push({
      title: 'Sample migration',
      detail: isSampled ? 'Look at it in your new tool' : 'A small part is copied first, so that you can look at it',
      done: isSampled,
    });
    steps.push({ title: 'Who pays', detail: sayPayer(record, rejected), done: record.paidBy !== null });
  }
  steps.push({
    title: 'Full migration',
    detail: isUndone ? 'Undone, or being undone' : isMoved ? 'Everything has been moved' : 'Everything is moved',
    done: isMoved,
  });

  const current = steps.findIndex(({ done }) => !done);
  return steps.map(({ title, detail, done }, index) => ({
    title,
    detail,
    state: done ? 'done' : index === current ? 'now' : 'ahead',
  }));
}

function sayPayer(record: ImportRecord, rejected: boolean): string {
  if (record.paidBy === 'partner') return 'Paid for by the makers of your new tool';
  if (record.paidBy === 'customer') return 'Bought by you';
  if (rejected) return 'Your new tool does not pay for it; you can buy it here';
  if (record.requests.length > 0) return 'You asked; the makers of your new tool decide';
  return 'Ask for it when you like the sample';
}
