import { z } from 'zod';
import { parseJson } from '../core/parse-json';
import type { OutboxDeps } from './outbox-deps';

export const contentPurpose = 'outbox-content';

/** Rendered when the message is written, and again before it is sent if the import has changed since. */
const contentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('email'),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    /** Such as List-Unsubscribe. */
    headers: z.record(z.string(), z.string()),
    /** A data URL, shown in the HTML as `cid:logo`. */
    logo: z.string().nullable(),
  }),
  /** Posted as it is. `type` is the event's type, for the log. */
  z.object({ kind: z.literal('post'), type: z.string(), body: z.string() }),
]);
export type MessageContent = z.infer<typeof contentSchema>;
export type EmailContent = Extract<MessageContent, { kind: 'email' }>;

export function encryptContent(deps: Pick<OutboxDeps, 'cipher'>, content: MessageContent): Buffer {
  return deps.cipher.encrypt(contentPurpose, JSON.stringify(content));
}

/** Undefined if it was encrypted with a key that is no longer known. */
export function decryptContent(deps: Pick<OutboxDeps, 'cipher'>, encrypted: Uint8Array): MessageContent | undefined {
  const plain = deps.cipher.decrypt(contentPurpose, encrypted);
  const parsed = plain && contentSchema.safeParse(parseJson(plain.toString('utf8')));
  return parsed?.success ? parsed.data : undefined;
}
