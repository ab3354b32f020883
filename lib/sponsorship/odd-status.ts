import type { KnownStatus } from '../contract/status';

/** Why accepting an import in this status is odd. Policy covers none of these. */
const oddStatuses: Partial<Record<KnownStatus, { short: string; explanation: string; requestIsPointless: boolean }>> = {
  'In preparation': {
    short: 'Already paid',
    explanation: 'The full migration is already paid and ready to start.',
    requestIsPointless: true,
  },
  'Migration in progress': {
    short: 'Already running',
    explanation: 'The full migration is already running.',
    requestIsPointless: true,
  },
  'Migration completed': {
    short: 'Already complete',
    explanation: 'The full migration is already complete.',
    requestIsPointless: true,
  },
  'Undo in progress': {
    short: 'Being undone',
    explanation: 'The migration is being undone.',
    // The request waits for the result of the undo.
    requestIsPointless: false,
  },
  'Migration cleaned': { short: 'Undone', explanation: 'The migration was undone.', requestIsPointless: true },
};

const byStatus = new Map(Object.entries(oddStatuses));

export function findOddStatus(statusKey: string | null): { short: string; explanation: string } | undefined {
  return statusKey === null ? undefined : byStatus.get(statusKey);
}

export const goneReason = 'The import is no longer available at the service.';

/** Undefined while a request makes sense. */
export function pointlessReason(subject: { statusKey: string | null; gone: boolean }): string | undefined {
  if (subject.gone) return goneReason;
  const odd = subject.statusKey === null ? undefined : byStatus.get(subject.statusKey);
  return odd?.requestIsPointless ? odd.explanation : undefined;
}

export const pointlessStatuses: readonly string[] = [...byStatus].flatMap(([status, odd]) =>
  odd.requestIsPointless ? [status] : [],
);
