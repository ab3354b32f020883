import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideHost } from './decide-host.mjs';

const here = 'http://localhost:3000';
const outside = 'https://landfall.company.example';
const decide = (host: string | string[], publicOrigin = here, url = '/imports?q=a', method = 'GET') =>
  decideHost({ method, url, hosts: [host].flat(), publicOrigin });

describe('the name a request asks for', () => {
  it('is served when it is the public one', () => {
    expect(decide('localhost:3000').kind).toBe('serve');
    expect(decide('LOCALHOST:3000').kind).toBe('serve');
    expect(decide('landfall.company.example', outside).kind).toBe('serve');
    expect(decide('landfall.company.example:443', outside).kind).toBe('serve');
    expect(decide('landfall.company.example:8443', outside).kind).toBe('serve');
  });

  it.each(['127.0.0.1:3000', '[::1]:3000', '127.8.8.8:3000', 'app.localhost:3000', 'localhost:4000', 'localhost'])(
    'leads to the public one when it is this machine under another name: %s',
    (host) => {
      expect(decide(host)).toEqual({ kind: 'redirect', location: 'http://localhost:3000/imports?q=a' });
      expect(decide(host, here, '/', 'HEAD').kind).toBe('redirect');
    },
  );

  it('is no matter to machines on this one: health, metrics, webhooks, and whatever is not a plain read', () => {
    for (const url of ['/api/health', '/api/health?detail=1', '/api/metrics', '/api/webhooks/migration']) {
      expect(decide('127.0.0.1:3000', outside, url).kind).toBe('serve');
    }
    expect(decide('127.0.0.1:3000', here, '/api/imports', 'POST').kind).toBe('serve');
    expect(decide('127.0.0.1:3000', here, '/api/healthy').kind).toBe('redirect');
  });

  it('is refused when it is anything else, so that no foreign page can point its own name at this machine', () => {
    for (const url of ['/', '/api/health', '/api/webhooks/migration']) {
      expect(decide('evil.example:3000', here, url)).toMatchObject({ kind: 'refuse', status: 421 });
    }
    expect(decide('localhost.evil.example')).toMatchObject({ status: 421 });
    expect(decide('127.0.0.1.evil.example')).toMatchObject({ status: 421 });
    expect(decide('10.0.0.5:3000', outside)).toMatchObject({ status: 421 });
  });

  it('must be said once and be a host', () => {
    expect(decide([])).toMatchObject({ kind: 'refuse', status: 400 });
    expect(decide(['localhost:3000', 'evil.example'])).toMatchObject({ kind: 'refuse', status: 400 });
    for (const host of ['', 'user@localhost:3000', 'localhost:3000/x', 'local host', 'localhost:99999']) {
      expect(decide(host)).toMatchObject({ kind: 'refuse', status: 400 });
    }
  });

  it('never leads anywhere but to the public origin, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('/', '\\', '@', ':', '?', '#', '.', '%', 'evil.example', ' ')), (parts) => {
        const decision = decide('127.0.0.1:3000', here, `/${parts.join('')}`);
        if (decision.kind === 'redirect') expect(new URL(decision.location).origin).toBe(here);
      }),
      { numRuns: 500 },
    );
  });
});
