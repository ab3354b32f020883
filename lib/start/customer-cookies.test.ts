import { expect, it } from 'vitest';
import { migrationCookieHeader, readVisitorId, visitorCookie } from './customer-cookies';

const id = '0b9c2c1e-7d2f-4a57-9a55-1f6f1f5f3a10';
const site = 'https://landfall.company.example';
const local = 'http://localhost:3000';

it('cookies of a public site can be set by its own host only', () => {
  expect(migrationCookieHeader('token', site)).toMatch(/^__Host-landfall-migration=token; Path=\/; .*; Secure$/);
  expect(migrationCookieHeader('token', local)).toMatch(/^landfall-migration=token; Path=\/; HttpOnly/);
  expect(visitorCookie(site)).toBe('__Host-landfall-visitor');
});

it('reads the visitor, but not from a cookie that another host could have set', () => {
  expect(readVisitorId(`a=b; __Host-landfall-visitor=${id}; c=d`, site)).toBe(id);
  expect(readVisitorId(`landfall-visitor=${id}`, local)).toBe(id);
  expect(readVisitorId(`landfall-visitor=${id}`, site)).toBeNull();
  expect(readVisitorId(`x__Host-landfall-visitor=${id}`, site)).toBeNull();
  expect(readVisitorId('__Host-landfall-visitor=other', site)).toBeNull();
  expect(readVisitorId(null, site)).toBeNull();
});
