import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { environments } from '../contract/environment';
import { staffEvents } from '../contract/staff-events';
import { parseJson } from '../core/parse-json';
import type { OutboxDeps } from './outbox-deps';

export const contentPurpose = 'outbox-content';

/** What a message to staff is about, without usernames, so that a later message can report it as well. */
const reportSchema = z.object({
  counts: z.array(z.object({ kind: z.enum(staffEvents), count: z.number() })),
  items: z.array(
    z.object({
      kind: z.enum(staffEvents),
      environment: z.enum(environments),
      importId: z.string().nullable(),
      text: z.string(),
      atMs: z.number(),
    }),
  ),
});
export type StaffReport = z.infer<typeof reportSchema>;

/** Rendered when the message is written, and again before it is sent if it waited or the import has changed. */
const contentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('email'),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    /** Such as List-Unsubscribe. */
    headers: z.record(z.string(), z.string()),
    /** The id of the logo, shown in the HTML as `cid:logo`; see `createLogoReader`. */
    logo: z.string().nullable(),
    report: reportSchema.optional(),
  }),
  /** Posted as it is. `type` is the event's type, for the log. */
  z.object({ kind: z.literal('post'), type: z.string(), body: z.string(), report: reportSchema.optional() }),
]);
export type MessageContent = z.infer<typeof contentSchema>;
export type EmailContent = Extract<MessageContent, { kind: 'email' }>;

export function encryptContent(deps: ContentDeps, content: MessageContent): Buffer {
  return encryptContentText(deps, JSON.stringify(content));
}

/** Undefined if it was encrypted with a key that is no longer known. */
export function decryptContent(deps: ContentDeps, encrypted: Uint8Array): MessageContent | undefined {
  const text = decryptContentText(deps, encrypted);
  const parsed = text === undefined ? undefined : contentSchema.safeParse(parseJson(text));
  return parsed?.success ? parsed.data : undefined;
}

type ContentDeps = Pick<OutboxDeps, 'cipher'>;

// Takes less time than it saves: most contents then fit into the row of the message.
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

export function encryptContentText({ cipher }: ContentDeps, text: string): Buffer {
  return cipher.encrypt(contentPurpose, brotliCompressSync(text, compression));
}

export function decryptContentText({ cipher }: ContentDeps, encrypted: Uint8Array): string | undefined {
  const plain = cipher.decrypt(contentPurpose, encrypted);
  if (!plain) return undefined;
  try {
    return brotliDecompressSync(plain).toString('utf8');
  } catch {
    // Not ours, but an erasure has to find names in it anyway.
    return plain.toString('utf8');
  }
}
