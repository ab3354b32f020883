const white = '#ffffff';
const dark = '#11151a';
const black = '#000000';

/** WCAG 2.2 contrast ratio, from 1 (equal) to 21 (black on white). Colours are `#rrggbb` or `#rgb`. */
export function contrastRatio(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

export type TextColour = typeof white | typeof dark | typeof black;

/** White or near-black, whichever has more contrast; black for the few colours on which neither reaches 4.5:1. */
export function textColourOn(colour: string): TextColour {
  const best = contrastRatio(colour, white) >= contrastRatio(colour, dark) ? white : dark;
  return contrastRatio(colour, best) >= 4.5 ? best : black;
}

/** `share` of `other`, the rest of `colour`. */
export function mixColours(colour: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(colour).map((channel, at) => Math.round(channel * (1 - share) + (others[at] ?? 0) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes with `towards` until `enough` is true. `towards` itself if nothing before it is. */
export function mixUntil(colour: string, towards: string, enough: (mixed: string) => boolean): string {
  for (let percent = 0; percent < 100; percent += 4) {
    const mixed = mixColours(colour, towards, percent / 100);
    if (enough(mixed)) return mixed;
  }
  return towards;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channels(hex: string): number[] {
  const match = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(hex);
  if (!match) throw new RangeError(`not a hex colour: ${hex}`);
  const six = match[2] ?? [...(match[1] ?? '')].map((digit) => digit + digit).join('');
  return [0, 2, 4].map((at) => Number.parseInt(six.slice(at, at + 2), 16));
}
