import type { ImportRecord } from '../world/import-record';

export const customerActions = [
  'authorize-source',
  'authorize-destination',
  'start-sample',
  'request-full',
  'buy-full',
  'start-full',
  'undo',
  'start-over',
  'cancel',
] as const;

export type CustomerAction = (typeof customerActions)[number];

export function availableActions(record: ImportRecord): CustomerAction[] {
  if (record.gone !== null) return [];
  switch (record.status) {
    case 'Collecting credentials':
      return [
        ...(record.authorized.source ? [] : (['authorize-source'] as const)),
        ...(record.authorized.destination ? [] : (['authorize-destination'] as const)),
        'cancel',
      ];
    case 'Waiting to start sample migration':
      return ['start-sample', 'cancel'];
    case 'Sample migration completed':
      return [...paymentActions(record), 'start-sample', 'undo', 'cancel'];
    case 'In preparation':
      return ['start-full'];
    case 'Migration completed':
      return ['undo'];
    case 'Migration cleaned':
      return ['start-over'];
    case 'Sample migration in progress':
    case 'Migration in progress':
    case 'Undo in progress':
      return [];
  }
}

/** The partner pays after acceptance, the customer after rejection (section 1). */
function paymentActions(record: ImportRecord): CustomerAction[] {
  if (record.paidBy !== null) return ['start-full'];
  const rejected = record.decisions.at(-1)?.kind === 'reject';
  return rejected ? ['buy-full'] : ['request-full'];
}
