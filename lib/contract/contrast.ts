/** WCAG 2.2 contrast ratio, from 1 (equal) to 21 (black on white). Colours are `#rrggbb` or `#rgb`. */
export function contrastRatio(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Black or white, whichever has more contrast on the partner's colour. */
export function textColourOn(colour: string): '#ffffff' | '#11151a' {
  return contrastRatio(colour, '#ffffff') >= contrastRatio(colour, '#11151a') ? '#ffffff' : '#11151a';
}

/** Mixes with black until the contrast on white reaches 4.5:1. */
export function darkenForText(colour: string): string {
  for (let share = 0; share <= 100; share += 5) {
    const mixed = darken(colour, share / 100);
    if (contrastRatio(mixed, '#ffffff') >= 4.6) return mixed;
  }
  return '#11151a';
}

function darken(colour: string, share: number): string {
  const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * (1 - share)));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
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
