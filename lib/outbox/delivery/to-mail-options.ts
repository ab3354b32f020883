import type { SendMailOptions } from 'nodemailer';
import type { EmailContent } from '../message-content';

/** The message itself cannot be sent, however often it is tried. */
export class UnsendableError extends Error {
  override readonly name = 'UnsendableError';
}

export interface MailMessage {
  id: string;
  recipient: string;
  /** With the logo as a data URL. */
  content: EmailContent;
}

/** One plain address: no names, lists, groups, comments or quotes, which could add recipients. */
const plainAddress = /^[^\s\p{Cc}"(),:;<>@[\\\]]{1,64}@[^\s\p{Cc}"(),:;<>@[\\\]]{1,255}$/u;
const customHeader = /^(List|X)-[A-Za-z0-9-]{1,60}$/;

/** Stays the same for each attempt, so that mail programs show copies once. */
const messageIdOf = (id: string, publicOrigin: string) => `<${id}@${new URL(publicOrigin).hostname}>`;

/** Nothing in it can add a header or a recipient: values are single lines, and only headers for lists are taken over. */
export function toMailOptions(
  { from, publicOrigin, now }: { from: string; publicOrigin: string; now: Date },
  { id, recipient, content }: MailMessage,
): SendMailOptions {
  if (!plainAddress.test(recipient)) throw new UnsendableError('The address is not a single e-mail address.');
  const sender = readSender(from);
  const logo = content.logo === null ? undefined : readDataUrl(content.logo);
  return {
    // Explicit, so that the recipient never depends on how a header is read.
    envelope: { from: sender.address, to: [recipient] },
    from: sender,
    to: { name: '', address: recipient },
    subject: toLine(content.subject),
    messageId: messageIdOf(id, publicOrigin),
    date: now,
    text: content.text,
    html: content.html,
    // Keeps out-of-office replies from answering (RFC 3834, Exchange). Not `All`, which also stops delivery reports.
    headers: {
      ...toHeaders(content.headers),
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply, RN, NRN',
    },
    attachments: logo
      ? [{ cid: 'logo', filename: `logo.${logo.extension}`, contentDisposition: 'inline', ...logo.file }]
      : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function toHeaders(headers: Readonly<Record<string, string>>): Record<string, { prepared: true; value: string }> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!customHeader.test(name)) throw new UnsendableError(`The header ${toLine(name)} is not allowed.`);
      if (!/^[\x20-\x7e\r\n\t]*$/.test(value)) throw new UnsendableError(`The header ${name} is not plain ASCII.`);
      // Not folded: some receivers do not find a link that continues on the next line.
      return [name, { prepared: true, foldLines: false, value: toLine(value) }];
    }),
  );
}

/** Without line breaks and other control characters. */
const toLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 900);

/** MAIL_FROM: an address, or a name and an address. */
function readSender(from: string): { name: string; address: string } {
  const [, name = '', address = ''] = /^([^<]*)<([^>]*)>$/.exec(from) ?? [];
  return address === '' ? { name: '', address: from } : { name: toLine(name), address };
}

function readDataUrl(url: string): { extension: string; file: { content: Buffer; contentType: string } } {
  const [, type = '', encoded = ''] = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,([\w+/=]+)$/.exec(url) ?? [];
  if (type === '') throw new UnsendableError('The logo is not an image.');
  const file = { content: Buffer.from(encoded, 'base64'), contentType: `image/${type}` };
  return { extension: type.replace('svg+xml', 'svg').replace('jpeg', 'jpg'), file };
}
