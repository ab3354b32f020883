import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../core/testing/manual-clock';
import { createCipher, generateKey } from '../core/cipher';
import {
  issueMigrationToken,
  issueStartToken,
  readMigrationToken,
  readStartToken,
  type StartLink,
  wasGiven,
} from './customer-links';

const clock = createManualClock('2026-11-12T09:00:00Z');
const oldKey = generateKey();
const deps = { cipher: createCipher([oldKey]), clock };

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
    const token = issueStartToken(deps, link);
    expect(readStartToken(deps, token)).toEqual({ ok: true, link });
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('brightwater');
  });

  test('is reported as expired, and never opens again', () => {
    const late = createManualClock('2026-11-19T09:00:00Z');
    const later = { cipher: createCipher([oldKey]), clock: late };
    expect(readStartToken(later, issueStartToken(deps, link))).toMatchObject({ ok: false, reason: 'expired' });
  });

  test('works after a key rotation', () => {
    const rotated = { cipher: createCipher([generateKey(), oldKey]), clock };
    expect(readStartToken(rotated, issueStartToken(deps, link))).toMatchObject({ ok: true });
  });

  test('of another installation is broken', () => {
    const foreign = { cipher: createCipher([generateKey()]), clock };
    expect(readStartToken(foreign, issueStartToken(deps, link))).toEqual({ ok: false, reason: 'broken' });
  });

  test('for following cannot start a migration, and vice versa', () => {
    const migration = issueMigrationToken(deps, '418207');
    expect(readStartToken(deps, migration)).toEqual({ ok: false, reason: 'broken' });
    expect(readMigrationToken(deps, issueStartToken(deps, link))).toEqual({ ok: false, reason: 'broken' });
  });

  test.each([
    { origin: { startLinkId: link.id }, kept: true },
    { origin: { linkId: link.id }, kept: true },
    // From an e-mail.
    { origin: { provenFor: 'kim@customer.example' }, kept: true },
    // A cookie of the browser that started in open mode.
    { origin: {}, kept: false },
  ])('belongs to its customer, or not: $origin', ({ origin, kept }) => {
    const opened = readMigrationToken(deps, issueMigrationToken(deps, '418207', origin));
    expect(opened.ok && wasGiven(opened.link)).toBe(kept);
  });

  test('with any one character changed is broken', () => {
    const token = issueStartToken(deps, link);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABCxyz019-_'), (at, character) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        // The last character of base64url may have unused bits.
        fc.pre(!Buffer.from(changed, 'base64url').equals(Buffer.from(token, 'base64url')));
        expect(readStartToken(deps, changed)).toEqual({ ok: false, reason: 'broken' });
      }),
      { numRuns: 500 },
    );
  });

  test('with arbitrary content is broken, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (noise) => {
        expect(readStartToken(deps, noise).ok).toBe(false);
      }),
    );
  });
});
