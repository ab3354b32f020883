import { z } from 'zod';
import { mailServerReasons } from '../../store/outbox/mail-problems';
import { findEnhancedCode, classifyRejection } from './classify-rejection';
import { UnsendableError } from './to-mail-options';

export interface MailFailure {
  status: number | null;
  /** The server's words or the error, which may name hosts and accounts: only for admins. */
  response: string;
  /** A plain sentence for all staff. */
  reason: string;
  /** Trying again would end the same. */
  permanent: boolean;
  /** The recipient's address does not exist or does not accept e-mail. */
  bounced: boolean;
  /** The mail server failed rather than the message: others would fail too. */
  server: boolean;
  /** It has nothing to do with the message, and it was not delivered, so that it does not count as an attempt. */
  beforeMessage: boolean;
}

const errorSchema = z.object({
  message: z.string().catch(''),
  code: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  responseCode: z.int().optional().catch(undefined),
  originalCode: z.string().optional().catch(undefined),
  timeoutType: z.string().optional().catch(undefined),
});

/** The message was not accepted because of us: not signed in, or not encrypted. */
const accountStatuses = new Set([530, 534, 535, 538]);
const notConnectedCodes = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

/** Node's codes for a certificate that is expired, not trusted or of another host. */
const certificateCode = /CERT|UNABLE_TO_|ERR_TLS|ERR_SSL/;

/** Nodemailer's and Node's words for a connection that ended before the greeting, or a kept one before the message. */
const closedBeforeMessage = /^Reached maximum number of retries|before secure TLS connection was established/;

/** What nodemailer's error means for the message and for the others that wait. */
export function classifyMailError(error: unknown): MailFailure {
  const { message, code, command, response, responseCode, originalCode, timeoutType } = errorSchema.parse(
    error instanceof Error ? { ...error, message: error.message } : { message: String(error) },
  );
  const raw = { status: responseCode ?? null, response: response ?? message };
  const failure = { ...raw, permanent: false, bounced: false };
  const none = { server: false, beforeMessage: false };
  if (error instanceof UnsendableError) return { ...failure, ...none, reason: message, permanent: true };
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  // Refused without asking the server: too large, or an address that it cannot take.
  if (isAboutMessage && responseCode === undefined)
    return {
      ...failure,
      ...none,
      reason: 'The mail server does not accept the message or its address.',
      permanent: true,
    };
  if (isAboutMessage && responseCode !== undefined && responseCode !== 421 && !accountStatuses.has(responseCode)) {
    // 503: the session was in the wrong state.
    const permanent = responseCode >= 500 && responseCode !== 503;
    const refused = permanent ? findRefused(command, failure.response) : undefined;
    // Nothing to do with this recipient: it would be the same for every message.
    if (refused === 'sender' || command === 'MAIL FROM') {
      const reason = permanent ? mailServerReasons.sender : mailServerReasons.busy;
      return { ...failure, reason, server: true, beforeMessage: true };
    }
    const bounced = refused === 'recipient';
    const reason = bounced
      ? 'The recipient’s address does not exist or does not accept e-mail.'
      : `The recipient’s mail server ${permanent ? 'refused the message' : 'does not accept the message yet'}.`;
    return { ...failure, ...none, reason, permanent, bounced };
  }
  const isConnectionCode = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EPROTOCOL'];
  const server = responseCode !== undefined || isConnectionCode.includes(code ?? '');
  const isInsecure = code === 'ETLS' || certificateCode.test(originalCode ?? '');
  const beforeMessage =
    isInsecure ||
    ['EDNS', 'EAUTH', 'ENOAUTH', 'EPROTOCOL'].includes(code ?? '') ||
    notConnectedCodes.has(originalCode ?? '') ||
    closedBeforeMessage.test(message) ||
    (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT') ||
    (responseCode !== undefined && isAboutMessage);
  if (!server) return { ...failure, ...none, reason: 'The e-mail could not be sent.' };
  if (!beforeMessage)
    return { ...failure, reason: 'The connection to the mail server was lost.', server, beforeMessage };
  const isLogin = code === 'EAUTH' || code === 'ENOAUTH' || accountStatuses.has(responseCode ?? 0);
  const reason = isLogin
    ? mailServerReasons.login
    : isInsecure
      ? mailServerReasons.encryption
      : mailServerReasons.unreachable;
  return { ...failure, reason, server, beforeMessage };
}

function findRefused(command: string | undefined, response: string) {
  return classifyRejection({ code: findEnhancedCode(response), text: response, isAtRecipient: command === 'RCPT TO' });
}
