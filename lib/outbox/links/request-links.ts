import { z } from 'zod';
import type { Caller } from '../../contract/caller';
import { isMailAddress, normaliseMailAddress } from '../../contract/mail-address';
import { type Language, languages } from '../../contract/languages';
import { checkOpenRateLimit, checkSendRateLimit } from '../../start/check-rate-limit';
import { recordLinkRequest } from '../../store/outbox/events';
import type { OutboxDeps } from '../outbox-deps';

const purpose = 'send-links';
const requestSchema = z.object({ to: z.string(), language: z.enum(languages).nullable() });

/**
 * Anyone may ask for the links of an address; they are sent there and nowhere else. A job looks for migrations later, so
 * that neither the response nor its time shows whether there are any. Encrypted, so that the address is never stored as text.
 */
export async function requestLinks(
  deps: OutboxDeps,
  input: { caller: Caller; email: string; language: Language | null; website: string },
): Promise<'sent' | 'invalid' | 'busy'> {
  const email = normaliseMailAddress(input.email);
  if (!isMailAddress(email)) return 'invalid';
  // People do not see the field `website`; bots fill it in.
  if (input.website !== '' || !(await checkOpenRateLimit(deps, 'send', input.caller.address))) return 'busy';
  if (!(await checkSendRateLimit(deps, { email, by: 'anyone' })) || deps.mail.mode === 'off') return 'sent';
  const to = deps.cipher.encrypt(purpose, email).toString('base64url');
  await deps.database.transaction((tx) => recordLinkRequest(tx, { to, language: input.language }));
  return 'sent';
}

/** Undefined if it cannot be read, for example after a change of keys. */
export function readLinkRequest(
  deps: Pick<OutboxDeps, 'cipher'>,
  data: unknown,
): { email: string; language: Language | null } | undefined {
  const parsed = requestSchema.safeParse(data);
  const email = parsed.success && deps.cipher.decrypt(purpose, Buffer.from(parsed.data.to, 'base64url'));
  return email ? { email: email.toString('utf8'), language: parsed.data.language } : undefined;
}
