import { availableActions, type CustomerAction } from '../lifecycle/customer-actions';
import type { ImportRecord } from '../world/import-record';
import { toolOf } from '../world/tools';

export type MigrationStep = ReturnType<typeof describeSteps>[number];

interface StepDefinition {
  title: string;
  detail: string;
  done: boolean;
  actions: readonly CustomerAction[];
}

export function describeSteps(record: ImportRecord) {
  const available = availableActions(record);
  const steps = [
    ...credentialSteps(record),
    ...(record.startFull ? [] : sampleSteps(record)),
    fullMigrationStep(record),
  ];
  const current = steps.findIndex(({ done }) => !done);
  return steps.map(({ title, detail, done, actions }, index) => ({
    title,
    detail,
    state: done ? ('done' as const) : index === current ? ('now' as const) : ('ahead' as const),
    // Actions that repeat a finished step are shown at the bottom of the page.
    action: done ? undefined : actions.find((action) => available.includes(action)),
  }));
}

function credentialSteps({ authorized, tool, instanceUrl }: ImportRecord): StepDefinition[] {
  return [
    {
      title: `Allow access to ${toolOf(tool).name}`,
      detail: authorized.source ? 'Access allowed' : 'So that we can read what is to be moved',
      done: authorized.source,
      actions: ['authorize-source'],
    },
    {
      title: 'Allow access to your new tool',
      detail: authorized.destination ? 'Access allowed' : `So that we can write to ${destinationLabel(instanceUrl)}`,
      done: authorized.destination,
      actions: ['authorize-destination'],
    },
  ];
}

function sampleSteps(record: ImportRecord): StepDefinition[] {
  const isRunning = record.status === 'Sample migration in progress';
  const isSampled = record.outcome !== null && !isRunning;
  return [
    {
      title: 'Sample migration',
      detail: isRunning
        ? 'A small part is being copied'
        : isSampled
          ? `Look at it in ${destinationLabel(record.instanceUrl)}`
          : 'A small part is copied first, so that you can look at it',
      done: isSampled,
      actions: ['start-sample'],
    },
    {
      title: 'Who pays',
      detail: payerLabel(record),
      done: record.paidBy !== null,
      actions: ['request-full', 'buy-full'],
    },
  ];
}

function fullMigrationStep({ status }: ImportRecord): StepDefinition {
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
    actions: ['start-full', 'start-over'],
  };
}

export function destinationLabel(instanceUrl: string | null): string {
  return instanceUrl?.replace(/^https?:\/\//, '') ?? 'your new tool';
}

function payerLabel({ paidBy, decisions, requests }: ImportRecord): string {
  if (paidBy === 'partner') return 'Paid for by the makers of your new tool';
  if (paidBy === 'customer') return 'Bought by you';
  if (decisions.at(-1)?.kind === 'reject') return 'The makers of your new tool do not pay for it; you can buy it here';
  if (requests.length > 0) return 'You asked; the makers of your new tool decide';
  return 'Ask for the full migration when you like the sample';
}
