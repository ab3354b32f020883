import type { Verdict } from '../store/events/deliveries';
import { readDeliveryBody, type DeliveryContent } from './read-delivery-body';
import { usableSecrets, verifyMessage, type Scheme, type SignedMessage, type Verification } from './verify-message';
import type { WebhookDeps } from './webhook-deps';

export interface DeliveryEvaluation {
  verdict: Verdict;
  /** For admins. Contains no values from the message. */
  reason: string;
  /** Set if the signature is valid, even if the verdict is not. */
  scheme: Scheme | null;
  content: DeliveryContent;
  happenedAt: Date | null;
}

/** Pure, so that a stored message can be evaluated again under new settings as of its receipt. */
export function evaluateDelivery(
  { settings, dialect }: Pick<WebhookDeps, 'settings' | 'dialect'>,
  message: SignedMessage,
  receivedAt: Date,
  verification: Verification = verifyMessage(message, settings),
): DeliveryEvaluation {
  const content = readDeliveryBody(message.body, dialect());
  const evaluated = { scheme: null, content, happenedAt: content.reportedAt };
  if (usableSecrets(settings.secrets).length === 0) {
    return {
      ...evaluated,
      verdict: 'hint',
      reason:
        'No webhook secret is configured, so this message cannot be verified. We check the import at the service instead.',
    };
  }
  if (!verification.signed) return { ...evaluated, verdict: 'bad_signature', reason: verification.reason };

  const { scheme, signedAt, header } = verification;
  const sentAt = signedAt ?? content.reportedAt;
  if (!sentAt) {
    const why = content.problem ?? 'The message has no readable time, so it may be an old message sent again.';
    return { ...evaluated, scheme, verdict: 'unreadable', reason: why };
  }
  const apartS = Math.round((receivedAt.getTime() - sentAt.getTime()) / 1000);
  if (Math.abs(receivedAt.getTime() - sentAt.getTime()) > settings.toleranceS * 1000) {
    const when =
      apartS > 0 ? `${formatSeconds(apartS)} before it arrived` : `${formatSeconds(-apartS)} after it arrived`;
    const reason = `It was sent ${when}, but at most ${formatSeconds(settings.toleranceS)} are allowed.`;
    return { ...evaluated, scheme, verdict: 'stale', reason };
  }
  if (content.problem !== null) return { ...evaluated, scheme, verdict: 'unreadable', reason: content.problem };
  return {
    ...evaluated,
    scheme,
    verdict: 'verified',
    reason: `The signature in ${header} is valid.`,
    happenedAt: isPlausibleTime(content.reportedAt, sentAt) ? content.reportedAt : sentAt,
  };
}

/** If the signature covers its own time, the payload's time may be earlier but not later. */
function isPlausibleTime(reportedAt: Date | null, sentAt: Date): reportedAt is Date {
  return reportedAt !== null && reportedAt.getTime() <= sentAt.getTime() + 1000;
}

function formatSeconds(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} hours`;
  return `${Math.round(seconds / 86_400)} days`;
}
