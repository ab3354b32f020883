import type { Dialect } from '../service/dialect';
import type { Verdict } from '../store/deliveries';
import { readDelivery, type DeliveryReading } from './read-delivery';
import { usableSecrets, type Scheme, type SignedMessage } from './signed-message';
import { verifyMessage } from './verify-message';

export interface WebhookSettings {
  secrets: readonly string[];
  scheme: Scheme;
  header: string | undefined;
  toleranceS: number;
}

export interface Judgement {
  verdict: Verdict;
  /** For an admin, in words; holds no values out of the message. */
  reason: string;
  /** Set when the signature fits, whatever else is wrong. */
  scheme: Scheme | null;
  reading: DeliveryReading;
  /** When it happened, as told by the message; null when nothing readable says so. */
  happenedAt: Date | null;
}

/**
 * The verdict on a message, as a function of its bytes, its headers, the settings and the moment of receipt. Nothing
 * is asked or written here, so the same message can be judged again later, under other settings, as of then.
 */
export function judgeDelivery(input: {
  message: SignedMessage;
  receivedAt: Date;
  settings: WebhookSettings;
  dialect: Dialect;
}): Judgement {
  const { message, receivedAt, settings } = input;
  const reading = readDelivery(message.body, input.dialect);
  const judged = { scheme: null, reading, happenedAt: reading.reportedAt };
  if (usableSecrets(settings.secrets).length === 0) {
    return {
      ...judged,
      verdict: 'hint',
      reason: 'No webhook secret is configured, so nothing proves this message. The service is asked instead.',
    };
  }
  const verification = verifyMessage(message, settings);
  if (!verification.signed) return { ...judged, verdict: 'bad_signature', reason: verification.reason };

  const { scheme, signedAt, header } = verification;
  const sentAt = signedAt ?? reading.reportedAt;
  if (!sentAt) {
    const why = reading.problem ?? 'No readable time was found, so it may be an old message sent again.';
    return { ...judged, scheme, verdict: 'unreadable', reason: why };
  }
  const apartS = Math.round((receivedAt.getTime() - sentAt.getTime()) / 1000);
  if (Math.abs(receivedAt.getTime() - sentAt.getTime()) > settings.toleranceS * 1000) {
    const when = apartS > 0 ? `${say(apartS)} before it arrived` : `${say(-apartS)} after it arrived`;
    const reason = `It says it was sent ${when}; ${say(settings.toleranceS)} are tolerated.`;
    return { ...judged, scheme, verdict: 'stale', reason };
  }
  if (reading.problem !== null) return { ...judged, scheme, verdict: 'unreadable', reason: reading.problem };
  return {
    ...judged,
    scheme,
    verdict: 'verified',
    reason: `The signature in ${header} fits.`,
    happenedAt: tellsSensibleTime(reading.reportedAt, sentAt) ? reading.reportedAt : sentAt,
  };
}

/** Where the signature covers a time of its own, one in the payload may be older, but not later than the sending. */
function tellsSensibleTime(reportedAt: Date | null, sentAt: Date): reportedAt is Date {
  return reportedAt !== null && reportedAt.getTime() <= sentAt.getTime() + 1000;
}

function say(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3600)} hours`;
  return `${Math.round(seconds / 86_400)} days`;
}
