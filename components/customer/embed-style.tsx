import type { BrandColours } from '@/lib/contract/brand-palette';
import { parseEmbed } from '@/lib/contract/embed';
import { embedCss } from '@/lib/contract/embed-css';

/** The theme of the page around ours. `embed-connection.tsx` replaces it when that changes. */
export function EmbedStyle({
  embed,
  colours,
  nonce,
}: {
  embed: string;
  colours: BrandColours;
  nonce: string | undefined;
}) {
  const css = embedCss(parseEmbed(embed).theme, colours);
  return css === '' ? null : <style data-embed nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />;
}
