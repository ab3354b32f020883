/** RFC 3463: the mailbox does not exist, is disabled or is full. The other codes of 5.1 and 5.2 are also used for senders. */
const recipientCodes = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.2.2']);
const senderCodes = new Set(['5.1.7', '5.1.8', '5.2.252']);

/** A server that does not relay for us, or does not let our account use the address in MAIL_FROM. */
const senderText = /relay|sender|rcpthosts|send ?as|authenti/i;
/** Microsoft says this about the whole message, with a code of mailboxes. */
const sendAsText = /send ?as/i;

/** What a server that refuses a message for good refuses. `isAtRecipient`: in reply to RCPT TO. */
export function classifyRejection({
  code,
  text,
  isAtRecipient,
}: {
  code: string | undefined;
  text: string;
  isAtRecipient: boolean;
}): 'recipient' | 'sender' | 'message' {
  if (code !== undefined && recipientCodes.has(code)) return 'recipient';
  if (code !== undefined && senderCodes.has(code)) return 'sender';
  if ((isAtRecipient ? senderText : sendAsText).test(text)) return 'sender';
  return isAtRecipient && code === undefined ? 'recipient' : 'message';
}

/** The enhanced status code at the beginning, after the SMTP status or, as qmail writes it, after `#`. X.0.0 says nothing. */
export function findEnhancedCode(reply: string): string | undefined {
  const code = /(?:^(?:\d{3}[ -])?|#)([245]\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1];
  return code?.endsWith('.0.0') ? undefined : code;
}
