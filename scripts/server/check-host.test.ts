import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routeMatrix } from '../../lib/http/access-matrix';
import { checkHost } from './check-host.mjs';

const localOrigin = 'http://localhost:3000';
const remoteOrigin = 'https://landfall.company.example';
const checkRequest = (host: string | string[], publicOrigin = localOrigin, url = '/imports?q=a', method = 'GET') =>
  checkHost({ method, url, hosts: [host].flat(), hasToken: false, publicOrigin });
const withToken = (host: string, url: string, method = 'GET') =>
  checkHost({ method, url, hosts: [host], hasToken: true, publicOrigin: remoteOrigin }).kind;

describe('checkHost', () => {
  it('serves the public host name', () => {
    expect(checkRequest('localhost:3000').kind).toBe('serve');
    expect(checkRequest('LOCALHOST:3000').kind).toBe('serve');
    expect(checkRequest('landfall.company.example', remoteOrigin).kind).toBe('serve');
    expect(checkRequest('landfall.company.example:443', remoteOrigin).kind).toBe('serve');
    expect(checkRequest('landfall.company.example:8443', remoteOrigin).kind).toBe('serve');
  });

  it.each(['127.0.0.1:3000', '[::1]:3000', '127.8.8.8:3000', 'app.localhost:3000', 'localhost:4000', 'localhost'])(
    'redirects other loopback names to the public origin: %s',
    (host) => {
      expect(checkRequest(host)).toEqual({ kind: 'redirect', location: 'http://localhost:3000/imports?q=a' });
      expect(checkRequest(host, localOrigin, '/', 'HEAD').kind).toBe('redirect');
    },
  );

  it('serves health, metrics, webhooks and non-GET requests under any loopback name', () => {
    for (const url of ['/api/health', '/api/health?detail=1', '/api/metrics', '/api/webhooks/migration']) {
      expect(checkRequest('127.0.0.1:3000', remoteOrigin, url).kind).toBe('serve');
    }
    expect(checkRequest('127.0.0.1:3000', localOrigin, '/api/imports', 'POST').kind).toBe('serve');
    expect(checkRequest('127.0.0.1:3000', localOrigin, '/api/healthy').kind).toBe('redirect');
  });

  it('refuses any other name, which stops DNS rebinding', () => {
    for (const url of ['/', '/api/health', '/api/webhooks/migration']) {
      expect(checkRequest('evil.example:3000', localOrigin, url)).toMatchObject({ kind: 'refuse', status: 421 });
    }
    expect(checkRequest('localhost.evil.example')).toMatchObject({ status: 421 });
    expect(checkRequest('127.0.0.1.evil.example')).toMatchObject({ status: 421 });
    expect(checkRequest('10.0.0.5:3000', remoteOrigin)).toMatchObject({ status: 421 });
  });

  describe('with a token', () => {
    const guide = readFileSync('docs/operations.md', 'utf8');
    const [, list = ''] = /targets: \[([^\]]+)\]/.exec(guide) ?? [];
    const targets = [...list.matchAll(/'([^']+)'/g)].map(([, target = '']) => target);

    it('serves routes that check it under any name, as Prometheus in docs/operations.md calls them', () => {
      expect(targets.length).toBeGreaterThan(1);
      const routes = Object.values(routeMatrix);
      for (const target of targets) {
        for (const { path, auth } of routes) {
          const checksToken = auth === 'operator' || auth === 'probe';
          expect(withToken(target, path), path).toBe(checksToken ? 'serve' : 'refuse');
          expect(checkRequest(target, remoteOrigin, path).kind, path).toBe('refuse');
        }
      }
    });

    it.each([
      '/api/metrics/',
      '/api/metrics/../imports',
      '/api/metrics/..%2fimports',
      '/api/health/ready/../../imports',
      '/api/metrics;/../imports',
      '/api/metrics#/imports',
      '//api/metrics',
    ])('refuses %s under another name', (url) => {
      expect(withToken('landfall-1:3000', url)).toBe('refuse');
    });

    it('refuses other methods under another name', () => {
      expect(withToken('landfall-1:3000', '/api/metrics', 'POST')).toBe('refuse');
    });
  });

  it('requires exactly one valid Host header', () => {
    expect(checkRequest([])).toMatchObject({ kind: 'refuse', status: 400 });
    expect(checkRequest(['localhost:3000', 'evil.example'])).toMatchObject({ kind: 'refuse', status: 400 });
    for (const host of ['', 'user@localhost:3000', 'localhost:3000/x', 'local host', 'localhost:99999']) {
      expect(checkRequest(host)).toMatchObject({ kind: 'refuse', status: 400 });
    }
  });

  it('never redirects anywhere but to the public origin', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('/', '\\', '@', ':', '?', '#', '.', '%', 'evil.example', ' ')), (parts) => {
        const decision = checkRequest('127.0.0.1:3000', localOrigin, `/${parts.join('')}`);
        if (decision.kind === 'redirect') expect(new URL(decision.location).origin).toBe(localOrigin);
      }),
      { numRuns: 500 },
    );
  });
});
