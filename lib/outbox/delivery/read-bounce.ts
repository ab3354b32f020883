import { findEnhancedCode, classifyRejection } from './classify-rejection';

export interface Bounce {
  /** The id of our message. */
  messageId: string;
  permanent: boolean;
  /** The recipient's address does not exist or does not accept e-mail. */
  bounced: boolean;
  /** The SMTP status, if the report names one. */
  status: number | null;
  reason: string;
}

/**
 * Reads a delivery status notification (RFC 3464). Tolerant: servers differ in how they nest and encode the parts, so it
 * looks for the fields anywhere in the message. Undefined if it is not a report about a message of ours.
 */
export function readBounce(message: string, publicHost: string): Bounce | undefined {
  // Joins lines that were folded, or wrapped by quoted-printable.
  const text = message.replace(/=\r?\n/g, '').replace(/\r?\n[ \t]+/g, ' ');
  if (!/^Content-Type:\s*(multipart\/report|message\/delivery-status)\b/im.test(text)) return undefined;
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.+)$`, 'im').exec(text)?.[1]?.trim();
  const host = publicHost.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const messageId = new RegExp(`<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@${host}>`, 'i').exec(text)?.[1];
  const action = field('Action')?.toLowerCase();
  const status = field('Status');
  if (messageId === undefined || (action === undefined && status === undefined)) return undefined;
  const diagnostic = field('Diagnostic-Code')?.replace(/^smtp;\s*/i, '');
  const reply = diagnostic ?? '';
  const refused = classifyRejection({
    code: findEnhancedCode(reply) ?? findEnhancedCode(status ?? ''),
    text: reply,
    // Servers name the command in the text for people.
    isAtRecipient: /^5\d\d\b/.test(reply) && /\bRCPT TO\b/i.test(text),
  });
  const smtpStatus = /^[45]\d\d\b/.exec(diagnostic ?? '')?.[0];
  return {
    messageId: messageId.toLowerCase(),
    permanent: action === undefined ? (status ?? '').startsWith('5.') : action === 'failed',
    bounced: refused === 'recipient',
    status: smtpStatus === undefined ? null : Number(smtpStatus),
    reason: (diagnostic ?? status ?? 'The message was returned.').slice(0, 500),
  };
}
