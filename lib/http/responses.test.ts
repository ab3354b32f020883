import { expect, test } from 'vitest';
import { signInHref } from './sign-in-href';
import { contentSecurityPolicy } from './content-security-policy';
import { externalRedirectResponse } from './redirect-response';
import { csvResponse, streamResponse } from './stream-response';

test('streams a CSV with a safe file name, and stops the source when the reader leaves', async () => {
  let ended = false;
  async function* rows() {
    try {
      for (let index = 0; ; index += 1) yield [`=row ${index}`, 'x'.repeat(1000)];
    } finally {
      ended = true;
    }
  }
  const response = csvResponse({ name: 'a "b"/../c', header: ['one', 'two'], rows: rows() });
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="a-b-c.csv"');
  const reader = response.body?.getReader();
  const first = new TextDecoder('utf-8', { ignoreBOM: true }).decode((await reader?.read())?.value);
  expect(first.startsWith(`\uFEFFone,two\r\n"'=row 0"`)).toBe(true);
  await reader?.cancel();
  expect(ended).toBe(true);
});

test('aborts the stream when the source fails, so that half a file does not look complete', async () => {
  async function* failing() {
    yield 'half';
    throw new Error('gone');
  }
  await expect(streamResponse(failing(), { contentType: 'text/plain' }).text()).rejects.toThrow('gone');
});

test('escapes the address of an external redirect and shows its host', async () => {
  const html = await externalRedirectResponse('https://id.example/"><script>alert(1)</script>', new Headers()).text();
  expect(html).not.toContain('<script>');
  expect(html).toContain('Continue to id.example');
});

test.each([
  ['/imports?q=a', '/sign-in?callbackUrl=%2Fimports%3Fq%3Da'],
  ['/', '/sign-in'],
  ['//evil.example', '/sign-in'],
  ['/\\evil.example', '/sign-in'],
  ['https://evil.example', '/sign-in'],
])('from %s to %s', (path, href) => {
  expect(signInHref(path)).toBe(href);
});

test('allows no inline scripts, and framing only by configured sites', () => {
  const base = { nonce: 'abc', frameAncestors: [], secure: true, development: false };
  const policy = contentSecurityPolicy(base);
  expect(policy).toContain(`script-src 'self' 'nonce-abc' 'strict-dynamic';`);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).not.toMatch(/style-src [^;]*unsafe/);
  expect(policy).toContain(`frame-ancestors 'none'`);
  const framed = contentSecurityPolicy({
    ...base,
    frameAncestors: ['https://www.x.example', 'https://*.z.example', "https://y.example; script-src 'unsafe-inline'"],
  });
  expect(framed).toContain('frame-ancestors https://www.x.example https://*.z.example;');
  expect(framed).not.toContain('y.example');
});

test('lets only our own pages frame a preview, which runs no scripts and sends no forms', () => {
  const base = { nonce: 'abc', frameAncestors: ['https://www.x.example'], secure: true, development: false };
  expect(contentSecurityPolicy(base)).toContain(`frame-src 'none';`);
  expect(contentSecurityPolicy({ ...base, frameSrc: 'self' })).toContain(`frame-src 'self';`);
  const preview = contentSecurityPolicy({ ...base, preview: true });
  expect(preview).toContain(`; frame-ancestors 'self'; sandbox allow-same-origin;`);
  expect(preview).not.toContain('x.example');
});
