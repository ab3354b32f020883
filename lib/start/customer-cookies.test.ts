import { expect, it } from 'vitest';
import { migrationCookieHeader } from './customer-cookies';

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
});

it('cookies of a frame are kept by browsers that block those of other sites', () => {
  for (const origin of [site, local])
    expect(migrationCookieHeader({ token: 'token', hasLink: false }, inFrame, origin)).toMatch(
      /; SameSite=None; Max-Age=\d+; Secure; Partitioned$/,
    );
});
