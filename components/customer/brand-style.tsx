import { darkenForText, textColourOn } from '@/lib/contract/contrast';

/** Darkened for text on white, lightened in the dark theme, unchanged on buttons. */
export function BrandStyle({ colour, nonce }: { colour: string; nonce: string | undefined }) {
  const css = `:root{--brand:${colour};--on-brand:${textColourOn(colour)};--brand-ink:light-dark(${darkenForText(colour)},oklch(from ${colour} .8 max(c,.06) h));--brand-wash:color-mix(in srgb,${colour} 8%,var(--canvas))}`;
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />;
}
