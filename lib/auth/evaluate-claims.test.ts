import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roles } from '../contract/roles';
import { type OidcRules, evaluateClaims } from './evaluate-claims';

const rules: OidcRules = {
  issuer: 'https://id.x.example/',
  roleClaim: undefined,
  roleMap: {},
  allowedDomains: undefined,
  unknown: 'refuse',
};
const ada = { sub: 'u1', email: 'Ada@X.example', name: 'Ada' };
const mapped: OidcRules = {
  ...rules,
  roleClaim: 'groups',
  roleMap: { ops: 'agent', chiefs: 'admin', 'a b': 'approver' },
};

test('identifies a person by issuer and subject, with the email in lower case', () => {
  expect(evaluateClaims(ada, rules)).toEqual({
    ok: true,
    subject: 'https://id.x.example|u1',
    email: 'ada@x.example',
    emailVerified: false,
    name: 'Ada',
    role: undefined,
  });
});

test.each([
  [{ ...ada, email: undefined }, rules, 'NoEmail'],
  [{ ...ada, email: 'no address' }, rules, 'NoEmail'],
  [{ ...ada, sub: '' }, rules, 'NoEmail'],
  [{ ...ada, email_verified: false }, rules, 'UnverifiedEmail'],
  [{ ...ada, email_verified: 'false' }, rules, 'UnverifiedEmail'],
  [ada, { ...rules, allowedDomains: ['y.example'] }, 'OtherDomain'],
  [{ ...ada, email: 'a@evil.example@x.example.evil' }, { ...rules, allowedDomains: ['x.example'] }, 'NoEmail'],
  [{ ...ada, email: 'a@sub.x.example' }, { ...rules, allowedDomains: ['x.example'] }, 'OtherDomain'],
  [ada, mapped, 'NoRole'],
  [{ ...ada, groups: ['others'] }, mapped, 'NoRole'],
  [{ ...ada, groups: ['__proto__', 'constructor'] }, mapped, 'NoRole'],
])('rejects %j', (claims, given, reason) => {
  expect(evaluateClaims(claims, given)).toMatchObject({ ok: false, reason });
});

test.each([
  ['ops', 'agent'],
  [['others', 'ops'], 'agent'],
  [['ops', 'chiefs'], 'admin'],
  ['ops chiefs', 'admin'],
  ['a b', 'approver'],
])('maps the claim %j to %s', (groups, role) => {
  expect(evaluateClaims({ ...ada, groups }, mapped)).toMatchObject({ ok: true, role });
});

test('finds nested claims and claims with dots in their name', () => {
  const deep = { ...mapped, roleClaim: 'realm_access.roles' };
  expect(evaluateClaims({ ...ada, realm_access: { roles: ['chiefs'] } }, deep)).toMatchObject({ role: 'admin' });
  expect(evaluateClaims({ ...ada, 'realm_access.roles': ['ops'] }, deep)).toMatchObject({ role: 'agent' });
});

test('maps an unmapped claim to viewer if unknown people are allowed', () => {
  expect(evaluateClaims(ada, { ...mapped, unknown: 'viewer' })).toMatchObject({ ok: true, role: 'viewer' });
});

test('never throws, and never grants a role that is not in the map', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (claims, groups) => {
      const result = evaluateClaims({ ...claims, ...ada, groups }, { ...mapped, roleMap: { ops: 'agent' } });
      if (result.ok) expect(result.role).toBe('agent');
      expect(roles).toContain(result.ok ? result.role : 'viewer');
    }),
    { numRuns: 300 },
  );
});
