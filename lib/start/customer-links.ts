import { z } from 'zod';
import { languages } from '../contract/start';
import type { Clock } from '../core/clock';
import type { Sealer } from '../core/seal';

/**
 * A customer link is a sealed bearer token: whoever holds it may start (or follow) this one customer's migration and
 * nothing else. It is sealed rather than signed, so that a forwarded link does not show the username in the address.
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

type Opened<T> = { ok: true; link: T } | { ok: false; why: 'broken' } | { ok: false; why: 'expired'; link: T };

export interface CustomerLinks {
  sealStart(link: StartLink): string;
  openStart(token: string): Opened<StartLink>;
  sealMigration(link: Omit<MigrationLink, 'environment'>): string;
  openMigration(token: string): Opened<MigrationLink>;
}

const longestToken = 12_000;

export function createCustomerLinks(parts: { sealer: Sealer; clock: Clock }): CustomerLinks {
  const seal = (purpose: string, value: object) =>
    parts.sealer.seal(purpose, JSON.stringify(value)).toString('base64url');
  const open = <T extends { expiresAt: string }>(purpose: string, schema: z.ZodType<T>, token: string): Opened<T> => {
    if (token.length > longestToken || !/^[A-Za-z0-9_-]+$/.test(token)) return { ok: false, why: 'broken' };
    const plain = parts.sealer.open(purpose, Buffer.from(token, 'base64url'));
    const parsed = plain && schema.safeParse(parseJson(plain.toString('utf8')));
    if (!parsed?.success) return { ok: false, why: 'broken' };
    if (new Date(parsed.data.expiresAt) <= parts.clock.now()) return { ok: false, why: 'expired', link: parsed.data };
    return { ok: true, link: parsed.data };
  };
  return {
    sealStart: (link) => seal('start-link', link),
    openStart: (token) => open('start-link', startSchema, token),
    sealMigration: (link) => seal('migration-link', { ...link, environment: 'live' }),
    openMigration: (token) => open('migration-link', migrationSchema, token),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
