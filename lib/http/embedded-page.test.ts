import { describe, expect, it } from 'vitest';
import { embedRedirect, framingOf, isFramablePath, readEmbed } from './embedded-page';
import { readEmbedHeaders, setEmbedHeaders } from '../contract/embed-headers';

const publicOrigin = 'https://landfall.company.example';
const request = (path: string, headers: Record<string, string> = {}, method = 'GET') => ({
  method,
  url: new URL(path, 'http://localhost:3000'),
  headers: new Headers(headers),
});

it.each([
  ['/start', true],
  ['/start/token', true],
  ['/m/token/go', true],
  ['/full-migration', true],
  ['/trouble', true],
  ['/confirm/token', false],
  ['/unsubscribe/token', false],
  ['/', false],
  ['/settings/embed', false],
  ['/starting', false],
  ['/api/start', false],
])('%s can be framed: %s', (path, framable) => expect(isFramablePath(path)).toBe(framable));

it('a page is embedded by its address, unless it is opened in a tab', () => {
  expect(readEmbed(request('/start?embed=colour%3D%23123456', { 'sec-fetch-dest': 'iframe' }))).toBe('colour=#123456');
  // Without the header: older browsers. `empty`: the page updates itself.
  expect(readEmbed(request('/start?embed=1'))).toBe('1');
  expect(readEmbed(request('/start?embed=1', { 'sec-fetch-dest': 'empty' }))).toBe('1');
  expect(readEmbed(request('/start?embed=1', { 'sec-fetch-dest': 'document' }))).toBeNull();
  expect(readEmbed(request('/start', { 'sec-fetch-dest': 'iframe' }))).toBeNull();
  expect(readEmbed(request('/imports?embed=1'))).toBeNull();
  expect(readEmbed(request(`/start?embed=${'x'.repeat(5000)}`))).toHaveLength(1000);
});

it('a value that is cut inside a character can be passed on', () => {
  const value = `${'a'.repeat(999)}😀`;
  const path = `/start?embed=${encodeURIComponent(value)}`;
  const headers = new Headers();
  setEmbedHeaders(headers, { embed: readEmbed(request(path)), parent: null });
  expect(readEmbedHeaders(headers).embed).toBe(`${'a'.repeat(999)}\uFFFD`);
});

it('ignores a header that cannot be decoded', () => {
  const headers = new Headers({ 'x-landfall-embed': '%', 'x-landfall-embed-parent': '%E0%A4%A' });
  expect(readEmbedHeaders(headers)).toEqual({ embed: null, parent: null });
});

describe('embedRedirect', () => {
  const inFrame = { 'sec-fetch-dest': 'iframe', referer: `${publicOrigin}/start/token?embed=theme%3Ddark` };

  it('takes the parameter from the page before, to our own origin', () => {
    const to = embedRedirect(request('/m/token/go?lang=de', inFrame), publicOrigin);
    expect(to?.href).toBe(`${publicOrigin}/m/token/go?lang=de&embed=theme%3Ddark`);
  });

  it.each([
    ['it has the parameter', request('/m/token?embed=1', inFrame)],
    ['it is opened in a tab', request('/m/token', { ...inFrame, 'sec-fetch-dest': 'document' })],
    ['it may not be framed', request('/confirm/token', inFrame)],
    ['the page before was not embedded', request('/m/token', { ...inFrame, referer: `${publicOrigin}/start` })],
    ['the page before is of another site', request('/m/token', { ...inFrame, referer: 'https://x.example/?embed=1' })],
    ['there is no page before', request('/m/token', { 'sec-fetch-dest': 'iframe' })],
    ['the page before is unreadable', request('/m/token', { ...inFrame, referer: 'about:' })],
    ['it is a form', request('/m/token', inFrame, 'POST')],
  ])('leaves a page alone if %s', (_reason, page) => expect(embedRedirect(page, publicOrigin)).toBeNull());
});

describe('framingOf', () => {
  const frameAncestors = ['https://*.partner.example'];
  const settings = { publicOrigin, frameAncestors };
  const embedOf = (parent: string) => new URLSearchParams({ parent }).toString();

  it('sends messages to allowed sites only', () => {
    expect(framingOf(embedOf('https://app.partner.example'), settings)).toEqual({
      frameAncestors,
      parent: 'https://app.partner.example',
    });
    for (const parent of ['https://evil.example', '*', '/', 'https://app.partner.example/', ''])
      expect(framingOf(embedOf(parent), settings)).toEqual({ frameAncestors, parent: null });
    expect(framingOf(null, settings)).toEqual({ frameAncestors, parent: null });
  });

  it('lets our own settings frame a preview, and no other site at the same time', () => {
    expect(framingOf(embedOf(publicOrigin), settings)).toEqual({
      frameAncestors: [publicOrigin],
      parent: publicOrigin,
    });
  });
});

it('passes on what it knows, and nothing that the client claims', () => {
  const headers = new Headers();
  const embedded = { embed: 'font=Größe, serif', parent: 'https://app.partner.example' };
  setEmbedHeaders(headers, embedded);
  expect(readEmbedHeaders(headers)).toEqual(embedded);
  setEmbedHeaders(headers, { embed: null, parent: null });
  expect(readEmbedHeaders(headers)).toEqual({ embed: null, parent: null });
});
