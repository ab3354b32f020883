import type { DecisionSummary } from '../contract/decisions';
import type { KnownStatus } from '../contract/status';

export interface NextStepInput {
  /** The documented status; undefined for any other text. */
  known: KnownStatus | undefined;
  text: string | null;
  gone: boolean;
  stuck: boolean;
  warnings: number;
  decision: DecisionSummary;
  whoPays: 'partner' | 'customer';
  hasRedirectUrl: boolean;
}

export interface NextStep {
  /** What support tells the customer. */
  say: string;
  /** For staff only; may be empty. */
  inside: string;
}

export function nextStep(input: NextStepInput): NextStep {
  if (input.gone) {
    return {
      say: 'This migration is no longer available at the migration service. If you still want to move your data, we can start a new one for you.',
      inside: 'Cancelled, archived or unknown there; its history stays here. Look again before promising anything.',
    };
  }
  const { say, inside } = input.known ? byStatus(input, input.known) : unknownStatus(input);
  const more = [inside, input.stuck ? 'It has been in this status longer than nine in ten imports were.' : ''];
  return { say, inside: more.filter((sentence) => sentence !== '').join(' ') };
}

function unknownStatus({ text }: NextStepInput): NextStep {
  return text === null
    ? {
        say: 'Your migration is set up. We will tell you as soon as it moves.',
        inside: 'The service has told no status yet. Look again.',
      }
    : {
        say: 'Your migration is being handled. We will tell you as soon as it moves.',
        inside: `The service says “${text}”, which is none of the nine statuses it documents. Ask the operator what it means.`,
      };
}

function byStatus(input: NextStepInput, known: KnownStatus): NextStep {
  switch (known) {
    case 'Collecting credentials':
      return {
        say: 'Please open the migration page and give it access to your old tool and to your new one; the sample starts after that.',
        inside: input.hasRedirectUrl
          ? 'The customer’s link can be copied here.'
          : 'We do not have the customer’s link. Somebody who lost it needs a new import.',
      };
    case 'Waiting to start sample migration':
      return { say: 'Access is given. The sample migration starts by itself; nothing is needed from you.', inside: '' };
    case 'Sample migration in progress':
      return { say: 'The sample migration is running. We will tell you when it is ready to look at.', inside: '' };
    case 'Sample migration completed':
      return sampleCompleted(input);
    case 'In preparation':
      return {
        say: 'The full migration is ready to be started. Please start it on the migration page when it suits you.',
        inside: 'It is paid for, by us or by the customer.',
      };
    case 'Migration in progress':
      return {
        say: 'The full migration is running. You can keep working; please do not change its settings.',
        inside: '',
      };
    case 'Migration completed':
      return {
        say:
          input.warnings > 0
            ? 'The full migration is complete and you can start working. Some items need a look; we can send you the list.'
            : 'The full migration is complete and you can start working.',
        inside: input.warnings > 0 ? `Look through the ${warningsLabel(input.warnings)} before calling it done.` : '',
      };
    case 'Undo in progress':
      return { say: 'The migration is being undone. We will tell you when that is finished.', inside: '' };
    case 'Migration cleaned':
      return {
        say: 'The migration was undone, and what it brought was removed. We can start again whenever you like.',
        inside: '',
      };
  }
}

const requestInProgress =
  'The sample is ready and your request for the full migration is being handled; nothing is needed from you.';

function sampleCompleted(input: NextStepInput): NextStep {
  const review = input.warnings > 0 ? `Look through the ${warningsLabel(input.warnings)} first.` : '';
  if (input.whoPays === 'customer') {
    return {
      say: 'The sample is ready: please look at it in your new tool. If you like it, you can buy the full migration on the migration page.',
      inside: review,
    };
  }
  switch (input.decision) {
    case 'accepted':
      return {
        say: 'The sample is ready and we pay for the full migration: you can start it on the migration page.',
        inside: 'Sponsorship is accepted; the customer starts the full migration.',
      };
    case 'rejected':
      return {
        say: 'The sample is ready. You can buy the full migration on the migration page.',
        inside: 'Sponsorship is rejected; the customer may buy it.',
      };
    case 'unknown':
      return { say: requestInProgress, inside: 'The answer to the decision is missing, so ask the operator first.' };
    case 'sending':
      return { say: requestInProgress, inside: 'The decision is on its way to the service.' };
    case 'proposed':
      return { say: requestInProgress, inside: 'A second person has to approve the decision.' };
    case 'asked':
      return {
        say: requestInProgress,
        inside:
          `The customer asked for the full migration. An approver has to accept or reject sponsorship. ${review}`.trim(),
      };
    case 'refused':
      return {
        say: requestInProgress,
        inside: 'The service refused the decision; an approver has to look at it again.',
      };
    case 'none':
      return {
        say: 'The sample is ready: please look at it in your new tool, and tell us if you want the full migration.',
        inside: review,
      };
  }
}

function warningsLabel(warnings: number): string {
  return warnings === 1 ? 'one warning' : `${warnings} warnings`;
}
