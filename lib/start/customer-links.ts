import { z } from 'zod';
import { languages } from '../contract/start';
import { parseJson } from '../core/parse-json';
import type { Clock } from '../core/clock';
import type { Cipher } from '../core/cipher';

/**
 * A bearer token for one customer's migration. Encrypted rather than signed, so that a forwarded link does not show the
 * username.
 */
const startSchema = z.object({
  id: z.uuid(),
  username: z.string().max(1000),
  instanceUrl: z.string().max(2000).nullable(),
  tools: z.array(z.string().max(500)).max(100).nullable(),
  family: z.string().max(200).nullable(),
  language: z.enum(languages).nullable(),
  oneUse: z.boolean(),
  expiresAt: z.iso.datetime(),
});
export type StartLink = z.infer<typeof startSchema>;

const migrationSchema = z.object({
  environment: z.literal('live'),
  importId: z.string().min(1).max(1000),
  expiresAt: z.iso.datetime(),
});
type MigrationLink = z.infer<typeof migrationSchema>;

type TokenResult<T> =
  { ok: true; link: T } | { ok: false; reason: 'broken' } | { ok: false; reason: 'expired'; link: T };

export interface CustomerLinks {
  issueStartToken(link: StartLink): string;
  readStartToken(token: string): TokenResult<StartLink>;
  issueMigrationToken(link: Omit<MigrationLink, 'environment'>): string;
  readMigrationToken(token: string): TokenResult<MigrationLink>;
}

const maxTokenLength = 12_000;

export function createCustomerLinks(deps: { cipher: Cipher; clock: Clock }): CustomerLinks {
  const encrypt = (purpose: string, value: object) =>
    deps.cipher.encrypt(purpose, JSON.stringify(value)).toString('base64url');
  const decrypt = <T extends { expiresAt: string }>(
    purpose: string,
    schema: z.ZodType<T>,
    token: string,
  ): TokenResult<T> => {
    if (token.length > maxTokenLength || !/^[A-Za-z0-9_-]+$/.test(token)) return { ok: false, reason: 'broken' };
    const plain = deps.cipher.decrypt(purpose, Buffer.from(token, 'base64url'));
    const parsed = plain && schema.safeParse(parseJson(plain.toString('utf8')));
    if (!parsed?.success) return { ok: false, reason: 'broken' };
    if (new Date(parsed.data.expiresAt) <= deps.clock.now()) return { ok: false, reason: 'expired', link: parsed.data };
    return { ok: true, link: parsed.data };
  };
  return {
    issueStartToken: (link) => encrypt('start-link', link),
    readStartToken: (token) => decrypt('start-link', startSchema, token),
    issueMigrationToken: (link) => encrypt('migration-link', { ...link, environment: 'live' }),
    readMigrationToken: (token) => decrypt('migration-link', migrationSchema, token),
  };
}
