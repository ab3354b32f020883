import { actsOf, type CustomerAct } from '../lifecycle/customer-acts';
import type { ImportRecord } from '../world/import-record';
import { toolOf } from '../world/tools';

/** The way as the customer sees it: each step done, now, or ahead, with the one act that belongs to it. */
export interface WayStep {
  title: string;
  detail: string;
  state: 'done' | 'now' | 'ahead';
  act: CustomerAct | undefined;
}

interface Stage {
  title: string;
  detail: string;
  done: boolean;
  acts: readonly CustomerAct[];
}

export function describeWay(record: ImportRecord): WayStep[] {
  const possible = actsOf(record);
  const stages = [...credentials(record), ...(record.startFull ? [] : sampling(record)), moving(record)];
  const current = stages.findIndex(({ done }) => !done);
  return stages.map(({ title, detail, done, acts }, index) => ({
    title,
    detail,
    state: done ? 'done' : index === current ? 'now' : 'ahead',
    // A step that is done offers nothing: doing it again is a matter for the bottom of the page.
    act: done ? undefined : acts.find((act) => possible.includes(act)),
  }));
}

function credentials({ authorized, tool, instanceUrl }: ImportRecord): Stage[] {
  return [
    {
      title: `Allow access to ${toolOf(tool).name}`,
      detail: authorized.source ? 'Access allowed' : 'So that we can read what is to be moved',
      done: authorized.source,
      acts: ['authorize-source'],
    },
    {
      title: 'Allow access to your new tool',
      detail: authorized.destination ? 'Access allowed' : `So that we can write to ${sayPlace(instanceUrl)}`,
      done: authorized.destination,
      acts: ['authorize-destination'],
    },
  ];
}

function sampling(record: ImportRecord): Stage[] {
  const isRunning = record.status === 'Sample migration in progress';
  const isSampled = record.outcome !== null && !isRunning;
  return [
    {
      title: 'Sample migration',
      detail: isRunning
        ? 'A small part is being copied'
        : isSampled
          ? `Look at it in ${sayPlace(record.instanceUrl)}`
          : 'A small part is copied first, so that you can look at it',
      done: isSampled,
      acts: ['start-sample'],
    },
    { title: 'Who pays', detail: sayPayer(record), done: record.paidBy !== null, acts: ['ask-for-full', 'buy-full'] },
  ];
}

function moving({ status }: ImportRecord): Stage {
  const details: Partial<Record<ImportRecord['status'], string>> = {
    'Migration in progress': 'Everything is being moved',
    'Migration completed': 'Everything has been moved',
    'Undo in progress': 'What was moved is being taken back',
    'Migration cleaned': 'What was moved has been taken back',
  };
  return {
    title: 'Full migration',
    detail: details[status] ?? 'Everything is moved',
    done: status === 'Migration completed',
    acts: ['start-full', 'start-over'],
  };
}

export function sayPlace(instanceUrl: string | null): string {
  return instanceUrl?.replace(/^https?:\/\//, '') ?? 'your new tool';
}

function sayPayer({ paidBy, decisions, requests }: ImportRecord): string {
  if (paidBy === 'partner') return 'Paid for by the makers of your new tool';
  if (paidBy === 'customer') return 'Bought by you';
  if (decisions.at(-1)?.kind === 'reject') return 'The makers of your new tool do not pay for it; you can buy it here';
  if (requests.length > 0) return 'You asked; the makers of your new tool decide';
  return 'Ask for the full migration when you like the sample';
}
