import { z } from 'zod';
import type { Environment } from '../contract/environment';
import { languages } from '../contract/languages';
import { LandfallError } from '../core/errors';
import { parseJson } from '../core/parse-json';
import { migrationLinkDays, type StartDeps } from './start-deps';

/** Encrypted rather than signed, so that a forwarded link does not show the username. */
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

const migrationLinkMs = migrationLinkDays * 86_400_000;
const migrationSchema = z
  .object({
    environment: z.literal('live'),
    importId: z.string().min(1).max(1000),
    expiresAt: z.iso.datetime(),
    /** Absent in tokens from before links could be revoked. */
    issuedAt: z.iso.datetime().optional(),
    /** The row of a link that staff created. */
    linkId: z.uuid().optional(),
    /** The start link that led here: revoking it ends this one too. */
    startLinkId: z.uuid().optional(),
    /** The normalised address that this token was sent to, which proves that its holder reads e-mails to it. */
    provenFor: z.string().max(254).optional(),
  })
  .transform(({ issuedAt, ...link }) => ({
    ...link,
    issuedAt: issuedAt ?? new Date(Date.parse(link.expiresAt) - migrationLinkMs).toISOString(),
  }));
export type MigrationLink = z.infer<typeof migrationSchema>;

/** To the customer, who can open it again. In open mode, the token is only in a cookie. */
export function wasGiven({ startLinkId, linkId, provenFor }: MigrationLink): boolean {
  return (startLinkId ?? linkId ?? provenFor) !== undefined;
}

export function refuseSandbox(environment: Environment): asserts environment is 'live' {
  if (environment === 'live') return;
  throw new LandfallError('not_found', 'The sandbox has no customers.');
}

/** What a token comes from. A token made from another one is as old and ends with it, so revoking covers both. */
export type LinkOrigin = Partial<Omit<MigrationLink, 'environment' | 'importId'>>;

export type TokenResult<T> =
  | { ok: true; link: T }
  | { ok: false; reason: 'broken' }
  | { ok: false; reason: 'expired'; link: T };

type LinkDeps = Pick<StartDeps, 'cipher' | 'clock'>;

const maxTokenLength = 12_000;

export function issueStartToken(deps: LinkDeps, link: StartLink): string {
  return encryptLink(deps, 'start-link', link);
}

export function readStartToken(deps: LinkDeps, token: string): TokenResult<StartLink> {
  return decryptLink(deps, 'start-link', startSchema, token);
}

/** Gives access to this one migration only. */
export function issueMigrationToken(deps: LinkDeps, importId: string, origin: LinkOrigin = {}): string {
  const now = deps.clock.now();
  return encryptLink(deps, 'migration-link', {
    issuedAt: now.toISOString(),
    expiresAt: expiryOfMigrationLink(now).toISOString(),
    ...origin,
    environment: 'live',
    importId,
  });
}

export function expiryOfMigrationLink(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + migrationLinkMs);
}

/** Does not know whether the link was revoked: pages and forms call `openMigrationLink`. */
export function readMigrationToken(deps: LinkDeps, token: string): TokenResult<MigrationLink> {
  return decryptLink(deps, 'migration-link', migrationSchema, token);
}

export function encryptLink(deps: Pick<LinkDeps, 'cipher'>, purpose: string, link: object): string {
  return deps.cipher.encrypt(purpose, JSON.stringify(link)).toString('base64url');
}

export function decryptLink<T extends { expiresAt?: string | undefined }>(
  deps: LinkDeps,
  purpose: string,
  schema: z.ZodType<T>,
  token: string,
): TokenResult<T> {
  if (token.length > maxTokenLength || !/^[A-Za-z0-9_-]+$/.test(token)) return { ok: false, reason: 'broken' };
  const plain = deps.cipher.decrypt(purpose, Buffer.from(token, 'base64url'));
  const parsed = plain && schema.safeParse(parseJson(plain.toString('utf8')));
  if (!parsed?.success) return { ok: false, reason: 'broken' };
  const { expiresAt } = parsed.data;
  if (expiresAt !== undefined && new Date(expiresAt) <= deps.clock.now())
    return { ok: false, reason: 'expired', link: parsed.data };
  return { ok: true, link: parsed.data };
}
