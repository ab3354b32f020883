// Without zod, so that the form in the browser can use it.

export const colourPattern = /^#[0-9a-f]{6}$/i;
/** Empty, or an address that a page may link to. */
export const linkPattern = /^$|^https:\/\/|^mailto:|^http:\/\/localhost/;

/** No SVG, which may contain scripts. */
export const imageTypes = ['png', 'jpeg', 'webp'] as const;
export type ImageType = (typeof imageTypes)[number];

export const imageKinds = ['logo', 'favicon'] as const;
export type ImageKind = (typeof imageKinds)[number];

interface ImageLimits {
  maxBytes: number;
  /** For width and height, in pixels. */
  minSide: number;
  maxSide: number;
  types: readonly ImageType[];
  square: boolean;
}
export const imageLimits: Record<ImageKind, ImageLimits> = {
  logo: { maxBytes: 100_000, minSide: 16, maxSide: 2000, types: imageTypes, square: false },
  favicon: { maxBytes: 50_000, minSide: 16, maxSide: 512, types: ['png'], square: true },
};

export function brandImageHref({ id }: { id: string }): string {
  return `/api/branding/images/${id}`;
}

/** Pages of the preview, besides the e-mail. */
export const previewPages = [
  'start',
  'needs-link',
  'leaving',
  'connect',
  'sample',
  'accepted',
  'completed',
  'full-migration',
  'confirm',
  'unsubscribe',
  'message',
] as const;
export type PreviewPage = (typeof previewPages)[number];
