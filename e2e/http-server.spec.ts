import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { expect, testWithoutPages as test } from './fixtures/test';

/** Sends headers that a browser would not allow. */
function rawRequest(origin: string | undefined, path: string, headers: Record<string, string> = {}) {
  const { port } = new URL(origin ?? '');
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, path, headers: { host: `localhost:${port}`, ...headers } },
      (response) => {
        response.resume();
        response.once('end', () => resolve({ status: response.statusCode, headers: response.headers }));
      },
    );
    outgoing.once('error', reject).end();
  });
}

test.describe('HTTP server', () => {
  const paths = [
    '/',
    '/sign-in',
    '/no-such-page',
    '/api/health',
    '/api/no-such-route',
    '/_next/static/no.js',
    '/icon.svg',
    '/robots.txt',
    '//double',
  ];
  for (const path of paths) {
    test(`${path} has the security headers`, async ({ baseURL }) => {
      const { headers } = await rawRequest(baseURL, path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBeDefined();
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['content-security-policy']).toContain('frame-ancestors');
      expect(headers['x-powered-by']).toBeUndefined();
    });
  }

  test('answers only for its public origin', async ({ baseURL }) => {
    expect(await rawRequest(baseURL, '/', { host: 'evil.example' })).toMatchObject({ status: 421 });
    expect(await rawRequest(baseURL, '/api/health', { host: 'evil.example' })).toMatchObject({ status: 421 });
    const { port } = new URL(baseURL ?? '');
    const other = await rawRequest(baseURL, '/sign-in?from=elsewhere', { host: `127.0.0.1:${port}` });
    expect(other).toMatchObject({ status: 307, headers: { location: `${baseURL}/sign-in?from=elsewhere` } });
    expect(await rawRequest(baseURL, '/api/health', { host: `127.0.0.1:${port}` })).toMatchObject({ status: 200 });
  });

  test('answers hostile addresses without failing', async ({ baseURL }) => {
    const statusOf = async (path: string) => [path, (await rawRequest(baseURL, path)).status];
    const expected = {
      '/imports/%ff': 400,
      '/api/no-such-route': 404,
      '/.well-known/no-such-file': 404,
      '/api/imports/%ff': 400,
      '/api/auth/callback/credentials': 400,
      '/api/auth/error?error=%ff': 302,
      '/api/auth/error?error=%e2%82%ac': 302,
      '/api/auth/error?error=a%0d%0ab': 302,
    };
    expect(Object.fromEntries(await Promise.all(Object.keys(expected).map(statusOf)))).toEqual(expected);
  });
});
