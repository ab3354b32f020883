import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { defaultBranding } from '@/lib/contract/branding';
import { messagesFor } from '@/lib/messages/brand-messages';
import { messagesByLanguage } from '@/lib/messages/messages';
import { readToolSearch } from './pick-tool';
import { StartForm } from './start-form';

const named = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Tool ${n + 1}` }));
const search = (params: Record<string, string>) => readToolSearch({ lang: 'en', ...params }, '/start');

function render(more: Partial<ComponentProps<typeof StartForm>>): string {
  return renderToStaticMarkup(
    <StartForm
      branding={defaultBranding}
      messages={messagesByLanguage.en}
      whoPays="partner"
      tools={[]}
      search={search({})}
      chosen={undefined}
      customer={null}
      username=""
      contactEmail=""
      attempt="a"
      linkToken={null}
      retryOfAttempt={null}
      serviceHost="service.example"
      errors={[]}
      problem={null}
      toolRequest={{ open: false, sent: false, busy: false, typed: {}, invalid: [] }}
      {...more}
    />,
  );
}

const radiosIn = (html: string) => html.split('type="radio"').length - 1;

describe('the start form', () => {
  it('has twelve tools at first, and the page stays small with hundreds and thousands of them', () => {
    for (const count of [500, 10_000]) {
      const html = render({ tools: named(count) });
      expect(radiosIn(html)).toBe(12);
      expect(html).toContain(`Show all ${count.toLocaleString('en')} tools`);
      expect(html.length).toBeLessThan(20_000);
    }
  });

  it('shows at most 300 tools and says how many are left', () => {
    const html = render({ tools: named(10_000), search: search({ all: '1' }) });
    expect(radiosIn(html)).toBe(300);
    expect(html).toContain('Tools not shown here: 9,700.');
  });

  it('has the same digits in Arabic on the server and in any browser', () => {
    const locales = vi.spyOn(Intl, 'NumberFormat');
    render({ tools: named(500), messages: messagesByLanguage.ar });
    const used = locales.mock.calls.map(([locale]) => locale);
    locales.mockRestore();
    // For `ar` alone, it depends on the runtime.
    expect(used).toContain('ar-u-nu-latn');
    expect(used).not.toContain('ar');
  });

  it('searches on the server, and keeps the chosen tool', () => {
    const html = render({ tools: named(10_000), search: search({ q: 'tool 4321' }), chosen: 'Tool 7' });
    expect(radiosIn(html)).toBe(2);
    expect(html).toContain('Matching tools: 1');
    expect(html).toMatch(/checked=""[^>]*value="Tool 7"|value="Tool 7"[^>]*checked=""/);
    expect(render({ tools: named(20), search: search({ q: '$& <b>' }) })).toContain(
      'No tool matches “$&amp; &lt;b&gt;”.',
    );
  });

  it('fills in own texts that have a placeholder twice', () => {
    const twice = (name: string) => `{${name}}, {${name}}`;
    const texts = {
      'start.matches': twice('count'),
      'start.noMatch': twice('query'),
      'start.moreTools': twice('count'),
    };
    const messages = messagesFor({ texts: { en: texts } }, 'en');
    const html = (query: string) => render({ messages, tools: named(400), search: search({ q: query }) });
    expect(html('tool')).toContain('>400, 400<');
    expect(html('tool')).toContain('>100, 100<');
    expect(html('none')).toContain('>none, none<');
  });

  it('sends the search with the form, so that nothing typed is lost', () => {
    for (const count of [20, 10_000]) {
      const html = render({ tools: named(count), search: search({ q: 'tool 7', again: '1', busy: '1' }) });
      const form = html.slice(html.indexOf('<form id="start"'));
      expect(html).not.toMatch(/<noscript>|method="get"| form=/);
      expect(html.match(/name="(website|link|language)"/g)).toEqual(['name="language"', 'name="website"']);
      expect(form).toMatch(/<input (?=[^>]*name="q")(?=[^>]*value="tool 7")(?![^>]* form=)/);
      expect(form).toMatch(/<input (?=[^>]*name="kept")(?=[^>]*value="lang=en&amp;again=1")/);
      expect(form).toMatch(/<button (?=[^>]*name="search")(?=[^>]*value="query")(?![^>]* form=)[^>]*>Search<\/button>/);
      // Enter presses the first button of the form.
      expect(form.slice(form.indexOf('<button'))).toMatch(/^<button (?=[^>]*name="searched")(?=[^>]*value="tool 7")/);
    }
    const all = render({ tools: named(20) });
    expect(all).toMatch(/<button (?=[^>]*name="search")(?=[^>]*value="all")[^>]*>Show all 20 tools<\/button>/);
  });

  it('has a tile of two letters in one of twelve colours for each tool', () => {
    const html = render({ tools: [{ name: 'Zendesk' }, { name: 'Help Scout' }] });
    const tiles = [...html.matchAll(/<span aria-hidden="true" data-hue="(\d+)" class="tool-mark">([^<]*)</g)];
    expect(tiles.map(([, , letters]) => letters)).toEqual(['Ze', 'HS']);
    expect(new Set(tiles.map(([, hue]) => hue)).size).toBe(2);
  });

  it('shows hostile names as text, and tells apart tools of the same name', () => {
    const html = render({
      tools: [
        { name: '<img src=x onerror=alert(1)>' },
        { name: 'Jira', value: 'a', hint: 'Cloud' },
        { name: 'Jira', value: 'b', hint: 'Server' },
        { name: '\u202Egnp.exe' },
        { name: 'x'.repeat(500) },
      ],
    });
    expect(html).not.toContain('<img');
    expect(html).toContain('<bdi>Cloud</bdi>');
    expect(html).toContain('<bdi>\u202Egnp.exe</bdi>');
    expect(radiosIn(html)).toBe(5);
  });

  it('has the message beside every invalid field and focuses the first', () => {
    const html = render({
      tools: named(3),
      errors: [
        { field: 'destination_username', message: 'Enter it.' },
        { field: 'contact_email', message: 'Correct it.' },
        { field: 'family', message: 'Not for you.' },
      ],
      problem: { title: 'Please check', text: '' },
    });
    expect(html.match(/autofocus/gi)).toHaveLength(1);
    expect(html).toContain('id="username-error" class');
    expect(html).toContain('Enter it.');
    expect(html).toContain('Correct it.');
    expect(html).toMatch(/role="alert".*Not for you\..*<ol/s);
    expect(html).toMatch(/novalidate/i);
  });
});
