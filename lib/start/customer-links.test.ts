import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../core/testing/manual-clock';
import { createCipher, generateKey } from '../core/cipher';
import { createCustomerLinks, type StartLink } from './customer-links';

const clock = createManualClock('2026-11-12T09:00:00Z');
const oldKey = generateKey();
const links = createCustomerLinks({ cipher: createCipher([oldKey]), clock });

const link: StartLink = {
  id: '0d5d1cf5-58a9-4f3c-9d0e-2f6a7c3f1e11',
  username: 'ops@brightwater-supply.example',
  instanceUrl: 'https://northdesk.example/brightwater',
  tools: null,
  family: null,
  language: 'de',
  oneUse: false,
  expiresAt: '2026-11-19T09:00:00.000Z',
};

describe('customer link', () => {
  test('opens with its data, and does not show the customer in the URL', () => {
    const token = links.issueStartToken(link);
    expect(links.readStartToken(token)).toEqual({ ok: true, link });
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('brightwater');
  });

  test('is reported as expired, and never opens again', () => {
    const late = createManualClock('2026-11-19T09:00:00Z');
    const later = createCustomerLinks({ cipher: createCipher([oldKey]), clock: late });
    expect(later.readStartToken(links.issueStartToken(link))).toMatchObject({ ok: false, reason: 'expired' });
  });

  test('works after a key rotation', () => {
    const rotated = createCustomerLinks({ cipher: createCipher([generateKey(), oldKey]), clock });
    expect(rotated.readStartToken(links.issueStartToken(link))).toMatchObject({ ok: true });
  });

  test('of another installation is broken', () => {
    const foreign = createCustomerLinks({ cipher: createCipher([generateKey()]), clock });
    expect(foreign.readStartToken(links.issueStartToken(link))).toEqual({ ok: false, reason: 'broken' });
  });

  test('for following cannot start a migration, and vice versa', () => {
    const migration = links.issueMigrationToken({ importId: '418207', expiresAt: link.expiresAt });
    expect(links.readStartToken(migration)).toEqual({ ok: false, reason: 'broken' });
    expect(links.readMigrationToken(links.issueStartToken(link))).toEqual({ ok: false, reason: 'broken' });
  });

  test('with any one character changed is broken', () => {
    const token = links.issueStartToken(link);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABCxyz019-_'), (at, character) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        // The last character of base64url may have unused bits.
        fc.pre(!Buffer.from(changed, 'base64url').equals(Buffer.from(token, 'base64url')));
        expect(links.readStartToken(changed)).toEqual({ ok: false, reason: 'broken' });
      }),
      { numRuns: 500 },
    );
  });

  test('with arbitrary content is broken, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (noise) => {
        expect(links.readStartToken(noise).ok).toBe(false);
      }),
    );
  });
});
