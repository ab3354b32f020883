import type { Claims, ProgressKey } from './situation';

/** The query parameter of an embedded page. Its value is itself a query: where the page is shown and how it looks. */
export const embedParam = 'embed';

/** Colours are `#rrggbb`. Fields that are missing or invalid are null, and the page then looks as it does elsewhere. */
export interface EmbedTheme {
  colour: string | null;
  background: string | null;
  scheme: 'light' | 'dark' | null;
  radiusPx: number | null;
  fonts: readonly string[];
}

interface Embed {
  /** The origin of the page around ours, as it says itself. Not checked. */
  parent: string;
  theme: EmbedTheme;
}

/** Anyone can write these values into an address, so that only what is known to be harmless gets through. */
export function parseEmbed(text: string): Embed {
  const fields = new URLSearchParams(text.slice(0, maxEmbedLength));
  const field = (name: string, allowed: RegExp) => {
    const value = fields.get(name);
    return value !== null && allowed.test(value) ? value : null;
  };
  const radius = field('radius', /^\d{1,2}(\.\d{1,3})?$/);
  const scheme = fields.get('theme');
  return {
    parent: fields.get('parent') ?? '',
    theme: {
      colour: field('colour', /^#[0-9a-f]{6}$/),
      background: field('background', /^#[0-9a-f]{6}$/),
      scheme: scheme === 'light' || scheme === 'dark' ? scheme : null,
      radiusPx: radius === null ? null : Math.min(Number(radius), maxRadiusPx),
      fonts: parseFonts(fields.get('font') ?? ''),
    },
  };
}

export const maxEmbedLength = 1000;
const maxRadiusPx = 24;

/** Names as in `font-family`, with or without quotes. One unusual name makes the list invalid. */
function parseFonts(text: string): string[] {
  const names = text.split(',').map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return names.length <= 8 && names.every((name) => /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,50}$/u.test(name)) ? names : [];
}

/** In the address of the page after a form: what the customer did. */
export const eventParam = 'event';
export type EmbedEvent = 'started' | 'requested';

/** What an embedded page sends to the page around it. Contains no name, no address and no token. */
export type EmbedMessage =
  | { landfall: 'height'; height: number }
  | {
      landfall: 'state';
      event: EmbedEvent | null;
      /** Its reference. */
      migration: string | null;
      status: EmbedStatus | null;
    };

export interface EmbedStatus {
  situation: ProgressKey;
  whoActs: Claims['whoActs'];
  finished: boolean;
}
