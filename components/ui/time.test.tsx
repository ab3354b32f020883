import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Num } from './number';
import { Time, type TimeFormat } from './time';
import { ViewerProvider } from './viewer';

const at = '2026-11-12T14:20:27Z';

const render = (as: TimeFormat, { zone = 'UTC', later = 11_520_000 } = {}) =>
  renderToStaticMarkup(
    <ViewerProvider renderedAt={Date.parse(at) + later} zone={zone} locale="en">
      <Time at={at} as={as} />
    </ViewerProvider>,
  );

describe('a time drawn by the server', () => {
  it('is relative to when the page was drawn, so that the browser’s first drawing agrees', () => {
    expect(render('relative')).toContain('>3 h 12 min ago<');
    expect(render('age-coarse')).toContain('>3 h<');
  });

  it('carries the exact time with its zone, and the machine’s form', () => {
    const html = render('relative', { zone: 'Europe/Berlin' });
    expect(html).toContain('data-tip="Thu 12 Nov 2026, 15:20:27 CET"');
    expect(html).toContain(`dateTime="${at}"`);
  });

  it('is exact where nobody knows when the page was drawn', () => {
    expect(renderToStaticMarkup(<Time at={at} />)).toContain('>Thu 12 Nov 2026, 14:20:27 UTC<');
  });

  it('is shown as it came when it cannot be read', () => {
    expect(renderToStaticMarkup(<Time at="last Tuesday" />)).toBe('<span>last Tuesday</span>');
  });
});

describe('a number', () => {
  it('is written as the viewer’s locale writes it', () => {
    const html = renderToStaticMarkup(
      <ViewerProvider renderedAt={0} zone="UTC" locale="de">
        <Num value={12408} />
      </ViewerProvider>,
    );
    expect(html).toBe('12.408');
  });
});
