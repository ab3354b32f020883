import { expect, it } from 'vitest';
import { migrationCookieHeader, readVisitorId, visitorCookie, visitorCookieOptions } from './customer-cookies';

const id = '0b9c2c1e-7d2f-4a57-9a55-1f6f1f5f3a10';
const site = 'https://landfall.company.example';
const local = 'http://localhost:3000';
const inTab = new Headers({ 'sec-fetch-dest': 'document' });
const inFrame = new Headers({ 'sec-fetch-dest': 'iframe' });

it('cookies of a public site can be set by its own host only', () => {
  expect(migrationCookieHeader({ token: 'token', hasLink: false }, inTab, site)).toMatch(
    /^__Host-landfall-migration=token; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  );
  expect(migrationCookieHeader({ token: 'token', hasLink: false }, new Headers(), local)).toMatch(
    /^landfall-migration=token; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  );
  expect(migrationCookieHeader({ token: 'token', hasLink: true }, inTab, site)).toMatch(
    /^__Host-landfall-link-migration=token; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  );
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

it('cookies of a frame are kept by browsers that block those of other sites', () => {
  for (const origin of [site, local])
    expect(migrationCookieHeader({ token: 'token', hasLink: false }, inFrame, origin)).toMatch(
      /; SameSite=None; Max-Age=\d+; Secure; Partitioned$/,
    );
  expect(visitorCookieOptions(inFrame, site)).toMatchObject({ sameSite: 'none', secure: true, partitioned: true });
  expect(visitorCookieOptions(inTab, site)).toMatchObject({ sameSite: 'lax', secure: true, partitioned: false });
  expect(visitorCookieOptions(inTab, local)).toMatchObject({ sameSite: 'lax', secure: false });
});
