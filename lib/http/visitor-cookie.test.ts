import { expect, it } from 'vitest';
import { readVisitorId, visitorCookieHeader } from './visitor-cookie';

const id = '0b9c2c1e-7d2f-4a57-9a55-1f6f1f5f3a10';
const site = 'https://landfall.company.example';
const local = 'http://localhost:3000';

it('reads the visitor, but not from a cookie that another host could have set', () => {
  expect(readVisitorId(`a=b; __Host-landfall-visitor=${id}; c=d`, site)).toBe(id);
  expect(readVisitorId(`landfall-visitor=${id}`, local)).toBe(id);
  expect(readVisitorId(`landfall-visitor=${id}`, site)).toBeNull();
  expect(readVisitorId(`x__Host-landfall-visitor=${id}`, site)).toBeNull();
  expect(readVisitorId('__Host-landfall-visitor=other', site)).toBeNull();
  expect(readVisitorId(null, site)).toBeNull();
});

it('gives each new visitor a cookie that is read again', () => {
  const [first, second] = [local, local].map((origin) => visitorCookieHeader(new Headers(), origin));
  expect(first).toMatch(/^landfall-visitor=[0-9a-f-]{36}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  expect(first).not.toBe(second);
  expect(readVisitorId(first ?? null, local)).not.toBeNull();
  const inFrame = new Headers({ 'sec-fetch-dest': 'iframe' });
  expect(visitorCookieHeader(inFrame, site)).toMatch(/^__Host-.*; SameSite=None; .*; Secure; Partitioned$/);
});
