import { contrastRatio } from '../ui/contrast';

/** Black or white, whichever has more contrast on the partner's colour. */
export function textColourOn(colour: string): '#ffffff' | '#11151a' {
  return contrastRatio(colour, '#ffffff') >= contrastRatio(colour, '#11151a') ? '#ffffff' : '#11151a';
}

/** Darkened for text on white, lightened in the dark theme, unchanged on buttons. */
export function BrandStyle({ colour, nonce }: { colour: string; nonce: string | undefined }) {
  const css = `:root{--brand:${colour};--on-brand:${textColourOn(colour)};--brand-ink:light-dark(${darkenForText(colour)},oklch(from ${colour} .8 max(c,.06) h));--brand-wash:color-mix(in srgb,${colour} 8%,var(--canvas))}`;
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />;
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
