import type { CustomerStep, CustomerSteps, StepKey } from '../contract/customer-migration';
import type { Situation } from '../contract/situation';
import type { KnownStatus } from '../contract/status';
import type { PathLayout, PathStep } from '../contract/usual-path';

const keys: Partial<Record<KnownStatus, StepKey>> = {
  'Collecting credentials': 'connect',
  'Waiting to start sample migration': 'sample_start',
  'Sample migration in progress': 'sample_copy',
  'Sample migration completed': 'sample_review',
  'In preparation': 'full_start',
  'Migration in progress': 'full_copy',
  'Migration completed': 'completed',
};

const states: Record<PathStep['state'], CustomerStep['state']> = {
  passed: 'done',
  current: 'current',
  'not-observed': 'unknown',
  'moved-back': 'ahead',
  ahead: 'ahead',
};

const afterPayment: readonly StepKey[] = ['full_start', 'full_copy', 'completed'];

/** The usual path in the words of customers, with the step that settles who pays. It makes the claims of the situation. */
export function layoutCustomerSteps(path: PathLayout, situation: Situation): CustomerSteps {
  const steps = path.steps.flatMap(({ status, state }): CustomerStep[] => {
    const key = keys[status];
    return key === undefined ? [] : [{ key, state: states[state] }];
  });
  const exits = path.exits.map((exit) =>
    exit.kind === 'gone'
      ? ('gone' as const)
      : exit.status.known === 'Undo in progress'
        ? ('undoing' as const)
        : exit.status.known === 'Migration cleaned'
          ? ('undone' as const)
          : ('other' as const),
  );
  const payment = findPaymentStep(steps, situation, exits.length > 0);
  if (payment) {
    const next = steps.findIndex(({ key }) => afterPayment.includes(key));
    steps.splice(next === -1 ? steps.length : next, 0, payment);
  }
  const current = exits.length > 0 ? undefined : findCurrent(situation);
  return { steps: current === undefined ? steps : steps.map((step) => moveTo(current, step)), exits };
}

function findPaymentStep(
  steps: readonly CustomerStep[],
  { payment, claims }: Situation,
  hasLeft: boolean,
): CustomerStep | undefined {
  switch (payment) {
    case 'accepted':
      return { key: 'on_us', state: 'done' };
    case 'bought':
      return { key: 'bought', state: 'done' };
    case 'requested':
    case 'review':
      return { key: 'decision', state: 'ahead' };
    case 'rejected':
    case 'buy':
      return { key: 'buy', state: 'ahead' };
    case 'request':
      return { key: 'request', state: 'ahead' };
    case null: {
      const isLater = steps.some(({ key, state }) => afterPayment.includes(key) && state !== 'ahead');
      if (hasLeft || isLater) return undefined;
      return { key: claims.whoPays === 'customer' ? 'buy' : 'request', state: 'ahead' };
    }
  }
}

/** Where it is not the step of the status. */
function findCurrent({ progress, payment }: Situation): StepKey | undefined {
  if (progress === 'no_status') return 'connect';
  if (progress === 'sample_start') return 'full_start';
  if (progress === 'sample_review') return 'decision';
  return progress === 'sample_buy' && payment === 'rejected' ? 'buy' : undefined;
}

function moveTo(current: StepKey, step: CustomerStep): CustomerStep {
  if (step.key === current) return { ...step, state: 'current' };
  return step.state === 'current' ? { ...step, state: 'done' } : step;
}
