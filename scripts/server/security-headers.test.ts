import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.mjs';

it('sets a strict policy by default', () => {
  expect(securityHeaders('http://localhost:3000')).toMatchObject({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
});

it('sets HSTS on https origins, but never on localhost', () => {
  expect(securityHeaders('https://landfall.company.example')).toHaveProperty('Strict-Transport-Security');
  expect(securityHeaders('http://localhost:3000')).not.toHaveProperty('Strict-Transport-Security');
  expect(securityHeaders('https://localhost:3443')).not.toHaveProperty('Strict-Transport-Security');
});
