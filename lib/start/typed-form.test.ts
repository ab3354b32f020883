import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCipher, generateKey } from '../core/cipher';
import { keepTypedForm, readTypedForm } from './typed-form';

const deps = { cipher: createCipher([generateKey()]), publicOrigin: 'https://landfall.example', newId: randomUUID };
const inTab = new Headers({ 'sec-fetch-dest': 'document' });
const valueOf = (header: string) => header.slice(header.indexOf('=') + 1, header.indexOf(';'));

describe('a form that has to be corrected', () => {
  it('is read back with its id only, and is unreadable in the browser', () => {
    const { id, cookie } = keepTypedForm(deps, inTab, { username: 'ops@acme.example', empty: '', missing: undefined });
    expect(cookie).toMatch(/^__Host-landfall-form=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/);
    expect(cookie).not.toContain('acme');
    expect(readTypedForm(deps, { id, cookie: valueOf(cookie) })).toEqual({ username: 'ops@acme.example' });
    expect(readTypedForm(deps, { id: randomUUID(), cookie: valueOf(cookie) })).toEqual({});
    expect(readTypedForm(deps, { id: undefined, cookie: valueOf(cookie) })).toEqual({});
  });

  it('keeps a long text, and without space for it the other fields', () => {
    const text = 'Wir nutzen es seit Jahren, mit vielen Anhängen. '.repeat(40);
    const long = keepTypedForm(deps, inTab, { tool: 'Old CRM', message: text });
    expect(readTypedForm(deps, { id: long.id, cookie: valueOf(long.cookie) })).toEqual({
      tool: 'Old CRM',
      message: text,
    });
    const random = Array.from({ length: 300 }, () => randomUUID()).join('');
    const tooLong = keepTypedForm(deps, inTab, { tool: 'Old CRM', message: random });
    expect(tooLong.cookie.length).toBeLessThan(4_000);
    expect(readTypedForm(deps, { id: tooLong.id, cookie: valueOf(tooLong.cookie) })).toEqual({ tool: 'Old CRM' });
  });

  it('is kept by browsers inside another site', () => {
    const inFrame = new Headers({ 'sec-fetch-dest': 'iframe' });
    const { cookie } = keepTypedForm(deps, inFrame, { username: 'ops@acme.example' });
    expect(cookie).toMatch(/; SameSite=None; Max-Age=600; Secure; Partitioned$/);
  });

  it.each(['', 'x', 'AAAA', '%00'])('ignores the cookie %s', (cookie) => {
    expect(readTypedForm(deps, { id: 'x', cookie })).toEqual({});
  });
});
