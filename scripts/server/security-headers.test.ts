import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.mjs';

it('sets a strict policy by default', () => {
  expect(securityHeaders({ publicOrigin: 'http://localhost:3000' })).toMatchObject({
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
});

it('sets HSTS on https origins, but never on localhost', () => {
  expect(securityHeaders({ publicOrigin: 'https://landfall.company.example' })).toHaveProperty(
    'Strict-Transport-Security',
  );
  expect(securityHeaders({ publicOrigin: 'http://localhost:3000' })).not.toHaveProperty('Strict-Transport-Security');
  expect(securityHeaders({ publicOrigin: 'https://localhost:3443' })).not.toHaveProperty('Strict-Transport-Security');
});

it('extends HSTS to subdomains by setting', () => {
  const publicOrigin = 'https://landfall.company.example';
  const hstsOf = (hsts: string) => securityHeaders({ publicOrigin, hsts })['Strict-Transport-Security'];
  expect(hstsOf('host')).toBe('max-age=31536000');
  expect(hstsOf('subdomains')).toBe('max-age=31536000; includeSubDomains');
});
