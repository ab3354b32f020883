import type { ShownContent } from '../../contract/message-log';
import type { EmailContent, MessageContent } from '../message-content';

const hidden = '[hidden]';

/** Without the addresses of links: the customer's page and the end of a subscription need nothing but the address. */
export function maskContent(content: MessageContent): ShownContent {
  if (content.kind === 'post') return { kind: 'post', type: content.type, body: content.body };
  const { subject, text, headers } = content;
  return {
    kind: 'email',
    subject,
    text: maskAddresses(text),
    html: toFrame(
      { ...content, html: content.html.replace(/\shref\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, '') },
      maskAddresses,
    ),
    headers: Object.entries(headers).map(([name, value]) => [name, maskAddresses(value)]),
  };
}

/** Everything, for the demo's mailbox. */
export function openContent(content: EmailContent): Extract<ShownContent, { kind: 'email' }> {
  const { subject, text, headers } = content;
  const html = toFrame(content, (source) => source);
  return { kind: 'email', subject, text, html, headers: Object.entries(headers) };
}

function maskAddresses(text: string): string {
  return text
    .replace(/(https?:\/\/[^\s/?#"'<>]+)(?:\/|(?=[?#]))[^\s"'<>]+/gi, `$1/${hidden}`)
    .replace(/(mailto:[^\s?"'<>]+)\?[^\s"'<>]+/gi, `$1?${hidden}`);
}

/**
 * The document of a sandboxed frame. Links open in a new tab. Style sheets are removed, because the frame inherits our
 * content security policy, which allows only style attributes.
 */
function toFrame({ html, logo }: EmailContent, mask: (source: string) => string): string {
  const plain = html.replace(/<style\b[^>]*>[\s\S]*?<\/style>/gi, '');
  const targeted = /<head\b[^>]*>/i.test(plain)
    ? plain.replace(/<head\b[^>]*>/i, (head) => `${head}<base target="_blank">`)
    : `<base target="_blank">${plain}`;
  // After masking, because an image may contain anything.
  return mask(targeted).replaceAll('cid:logo', () => logo ?? 'data:,');
}
