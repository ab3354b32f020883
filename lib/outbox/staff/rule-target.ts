import { z } from 'zod';
import { parseJson } from '../../core/parse-json';
import type { OutboxDeps } from '../outbox-deps';

export const targetPurpose = 'notification-target';

/** Where a rule posts to. The newest secret is first; older ones are accepted by receivers until they are removed. */
const targetSchema = z.object({ url: z.string(), secrets: z.array(z.string()) });
export type RuleTarget = z.infer<typeof targetSchema>;

export function encryptTarget(deps: Pick<OutboxDeps, 'cipher'>, target: RuleTarget): Buffer {
  return deps.cipher.encrypt(targetPurpose, JSON.stringify(target));
}

export function decryptTarget(deps: Pick<OutboxDeps, 'cipher'>, encrypted: Uint8Array): RuleTarget | undefined {
  const plain = deps.cipher.decrypt(targetPurpose, encrypted);
  const parsed = plain && targetSchema.safeParse(parseJson(plain.toString('utf8')));
  return parsed?.success ? parsed.data : undefined;
}
