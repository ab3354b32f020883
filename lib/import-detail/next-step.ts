import type { ImportDetail } from '../contract/imports';
import type { Situation } from '../contract/situation';
import { type Messages, messagesByLanguage } from '../messages/messages';
import { findSituation } from './find-situation';
import type { SituationInput } from './situation-rules';

export interface NextStepInput extends SituationInput {
  /** In the service's words. */
  statusText: string | null;
  /** The latest decision was not carried out; `decision` may be an earlier one. */
  latestRefused: boolean;
  stuck: boolean;
  warnings: number;
  hasRedirectUrl: boolean;
}

/** The reply says what the customer's page says; the rest is for staff. */
export function nextStep(input: NextStepInput, messages: Messages = messagesByLanguage.en): ImportDetail['nextStep'] {
  const situation = findSituation(input);
  return {
    reply: replyText(situation, input, messages),
    internal: [statusNote(situation, input), decisionNote(situation, input), stuckNote(input)]
      .filter((sentence) => sentence !== '')
      .join(' '),
    claims: situation.claims,
  };
}

function replyText({ progress, payment }: Situation, { warnings }: NextStepInput, { t, format }: Messages): string {
  return format.sentences([
    t(`migration.progress.${progress}.reply`),
    payment === null ? '' : t(`migration.payment.${payment}.reply`),
    progress === 'completed' && warnings > 0 ? t('migration.warningsReply', { count: warnings }) : '',
  ]);
}

function statusNote({ progress }: Situation, input: NextStepInput): string {
  switch (progress) {
    case 'gone':
      return 'Cancelled, archived or unknown at the service. Refresh before you offer a new migration.';
    case 'no_status':
      return 'The service has not reported a status yet. Refresh to check.';
    case 'other':
      return `The service reports “${input.statusText ?? ''}”, which is not one of its nine documented statuses. Ask the service operator what it means.`;
    case 'connect':
      return input.hasRedirectUrl
        ? 'Copy the customer’s link here if they need it again.'
        : 'We do not have the customer’s link. A customer who lost it needs a new import.';
    case 'sample_waiting':
      return 'If the sample does not start, the customer starts it at the service.';
    case 'ready':
      return 'Paid for and ready. If it does not start, the customer starts it at the service.';
    case 'sample_review':
    case 'sample_request':
    case 'sample_buy':
    case 'sample_start':
      return input.warnings > 0 ? `Check the ${warningsLabel(input.warnings)}.` : '';
    case 'completed':
      return input.warnings > 0 ? `Check the ${warningsLabel(input.warnings)} before you close the case.` : '';
    case 'sample_running':
    case 'running':
    case 'undoing':
    case 'undone':
      return '';
  }
}

function decisionNote(situation: Situation, input: NextStepInput): string {
  const note = decisionInEffectNote(situation, input);
  if (!input.latestRefused || input.decision === 'refused') return note;
  // The request may be newer.
  const which = input.decision === 'asked' ? 'The last' : 'A later';
  return `${note} ${which} decision was refused by the service or not sent.`;
}

function decisionInEffectNote({ progress }: Situation, { decision, request, whoPays }: NextStepInput): string {
  const canStillDecide = progress.startsWith('sample_') || ['connect', 'no_status', 'other'].includes(progress);
  switch (decision) {
    case 'accepted':
      return progress === 'sample_start'
        ? 'Sponsorship is accepted. The customer starts the full migration at the service.'
        : 'Sponsorship is accepted.';
    case 'rejected':
      return 'Sponsorship is rejected.';
    case 'unknown':
      return 'The outcome of the decision is unknown. Check with the service operator, then settle it.';
    case 'sending':
      return 'A decision is about to be sent to the service, or has no reply yet.';
    case 'proposed':
      return canStillDecide
        ? 'A decision is proposed and needs a second person.'
        : 'A decision is proposed that no longer fits this status. Withdraw it unless it is intended.';
    case 'refused':
      return canStillDecide && whoPays === 'partner'
        ? 'The last decision was refused by the service or not sent. An approver decides again.'
        : 'The last decision was refused by the service or not sent.';
    case 'asked':
      if (!canStillDecide) return 'The open request has no effect in this status.';
      return whoPays === 'partner'
        ? `${request === 'automatic' ? 'Queued when the sample completed.' : 'The customer requested the full migration.'} An approver accepts or rejects sponsorship.`
        : 'The open request has no effect because customers pay themselves.';
    case 'none':
      return '';
  }
}

function stuckNote({ stuck, status }: NextStepInput): string {
  return stuck && status !== 'gone' ? 'In this status longer than expected.' : '';
}

function warningsLabel(warnings: number): string {
  return warnings === 1 ? 'one warning' : `${warnings} warnings`;
}
