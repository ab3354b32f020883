import { type Role, roles } from '../contract/roles';
import type { Settings } from '../core/settings';

export type OidcRules = Omit<NonNullable<Settings['oidc']>, 'clientId' | 'clientSecret'>;

export type ClaimsResult =
  | {
      ok: true;
      subject: string;
      email: string;
      emailVerified: boolean;
      name: string;
      /** Set if a role claim is configured; applied at every sign-in. */
      role: Role | undefined;
    }
  | { ok: false; reason: 'NoEmail' | 'UnverifiedEmail' | 'OtherDomain' }
  | { ok: false; reason: 'NoRole'; subject: string };

/** Pure: the signature is verified before, the database is read after. */
export function evaluateClaims(claims: Readonly<Record<string, unknown>>, rules: OidcRules): ClaimsResult {
  const email = textOf(claims['email']).trim().toLowerCase();
  const subject = textOf(claims['sub']);
  if (subject === '' || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) return { ok: false, reason: 'NoEmail' };
  if (claims['email_verified'] === false || claims['email_verified'] === 'false') {
    return { ok: false, reason: 'UnverifiedEmail' };
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (rules.allowedDomains && !rules.allowedDomains.some((allowed) => allowed.toLowerCase() === domain)) {
    return { ok: false, reason: 'OtherDomain' };
  }
  const storedSubject = `${rules.issuer.replace(/\/$/, '')}|${subject}`;
  const role = rules.roleClaim === undefined ? undefined : mappedRole(claims, rules.roleClaim, rules.roleMap);
  if (rules.roleClaim !== undefined && role === undefined && rules.unknown === 'refuse') {
    return { ok: false, reason: 'NoRole', subject: storedSubject };
  }
  return {
    ok: true,
    subject: storedSubject,
    email,
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    name: textOf(claims['name']).trim().slice(0, 200) || email,
    role: rules.roleClaim === undefined ? undefined : (role ?? 'viewer'),
  };
}

function mappedRole(
  claims: Readonly<Record<string, unknown>>,
  path: string,
  map: Readonly<Record<string, Role>>,
): Role | undefined {
  const found = claimAt(claims, path);
  const values = (Array.isArray(found) ? found : [found]).flatMap((value) =>
    typeof value === 'string' ? [value, ...value.split(/[\s,]+/)] : [],
  );
  const given = values.flatMap((value) => (Object.hasOwn(map, value) ? [map[value]] : []));
  return [...roles].reverse().find((role) => given.includes(role));
}

/** Looks up the full name first, which may contain dots and slashes, then the path: `realm_access.roles`. */
function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let current: unknown = claims;
  for (const step of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = Reflect.get(current, step);
  }
  return current;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : '';
}
