import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.mjs';

it('locks down what brings no policy of its own', () => {
  expect(securityHeaders('http://localhost:3000')).toMatchObject({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
});

it('asks browsers to insist on https where the origin is https, and never on this machine', () => {
  expect(securityHeaders('https://landfall.company.example')).toHaveProperty('Strict-Transport-Security');
  expect(securityHeaders('http://localhost:3000')).not.toHaveProperty('Strict-Transport-Security');
  expect(securityHeaders('https://localhost:3443')).not.toHaveProperty('Strict-Transport-Security');
});
