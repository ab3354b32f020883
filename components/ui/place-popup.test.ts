import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placePopup } from './place-popup';

const window = { width: 1000, height: 800 };
const popup = { width: 200, height: 100 };

describe('placePopup', () => {
  it('places the popup below its anchor with the given alignment', () => {
    const anchor = { left: 400, top: 100, width: 40, height: 30 };
    expect(placePopup(anchor, popup, window, { align: 'start' })).toEqual({ left: 400, top: 134 });
    expect(placePopup(anchor, popup, window, { align: 'end' })).toEqual({ left: 240, top: 134 });
    expect(placePopup(anchor, popup, window, { align: 'center' })).toEqual({ left: 320, top: 134 });
  });

  it('places it above if it only fits there', () => {
    const low = { left: 400, top: 760, width: 40, height: 30 };
    expect(placePopup(low, popup, window, { align: 'start' }).top).toBe(656);
  });

  it('stays inside the window and does not cover the anchor', () => {
    fc.assert(
      fc.property(
        fc.record({
          left: fc.integer({ min: -50, max: 1000 }),
          top: fc.integer({ min: 0, max: 770 }),
          width: fc.integer({ min: 1, max: 300 }),
          height: fc.integer({ min: 1, max: 30 }),
        }),
        fc.constantFrom('start' as const, 'center' as const, 'end' as const),
        (anchor, align) => {
          const { left, top } = placePopup(anchor, popup, window, { align });
          expect(left).toBeGreaterThanOrEqual(8);
          expect(left + popup.width).toBeLessThanOrEqual(992);
          expect(top).toBeGreaterThanOrEqual(8);
          expect(top + popup.height).toBeLessThanOrEqual(792);
          expect(top >= anchor.top + anchor.height || top + popup.height <= anchor.top).toBe(true);
        },
      ),
    );
  });

  it('shows the start of a popup that is larger than the window', () => {
    const huge = { width: 2000, height: 2000 };
    const anchor = { left: 400, top: 100, width: 40, height: 30 };
    expect(placePopup(anchor, huge, window, { align: 'end' })).toEqual({ left: 8, top: 8 });
  });
});
