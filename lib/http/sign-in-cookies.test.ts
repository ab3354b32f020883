import { expect, it } from 'vitest';
import { lastEmailCookie, signInCookie } from './sign-in-cookies';

it('sets cookies that a public site accepts over https only', () => {
  const cookieFor = (publicOrigin: string) =>
    signInCookie(publicOrigin, { name: lastEmailCookie, value: 'a@b', maxAgeS: 5 });
  expect(cookieFor('https://landfall.company.example')).toBe(
    '__Secure-landfall.tried-email=a%40b; Path=/sign-in; Max-Age=5; HttpOnly; SameSite=Lax; Secure',
  );
  expect(cookieFor('http://localhost:3000')).toMatch(/^landfall\.tried-email=a%40b; .*SameSite=Lax$/);
});
