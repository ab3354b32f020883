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

describe('Time, rendered on the server', () => {
  it('is relative to the render time, so that server and browser agree', () => {
    expect(render('relative')).toContain('>3 h 12 min ago<');
    expect(render('age-coarse')).toContain('>3 h<');
  });

  it('leaves the exact time to the tooltip, which reads the ISO form', () => {
    expect(render('relative')).toBe(`<time dateTime="${at}" data-tip="">3 h 12 min ago</time>`);
  });

  it('is exact without a render time', () => {
    expect(renderToStaticMarkup(<Time at={at} />)).toContain('>Thu 12 Nov 2026, 14:20:27 UTC<');
  });

  it('shows an unreadable time unchanged', () => {
    expect(renderToStaticMarkup(<Time at="last Tuesday" />)).toBe('<span>last Tuesday</span>');
  });
});

describe('Num', () => {
  it('uses the viewer’s locale', () => {
    const html = renderToStaticMarkup(
      <ViewerProvider renderedAt={0} zone="UTC" locale="de">
        <Num value={12408} />
      </ViewerProvider>,
    );
    expect(html).toBe('12.408');
  });
});
