import { z } from 'zod';
import { count, text } from './base-schemas';
import { colourPattern, imageKinds, imageTypes, linkPattern } from './brand-rules';
import { languageSchema } from './start';

const link = text(2000).refine((value) => linkPattern.test(value), 'Must start with https:// or mailto:');
const colour = z.string().regex(colourPattern, 'Must be a colour such as #1d6a50');

const imageId = z.string().regex(/^[\w-]{43}$/);
export const brandImageParamsSchema = z.object({ id: imageId });

/** A stored image. Its id is the hash of its content, so that it can be cached forever. */
export const brandImageSchema = z.object({
  id: imageId,
  type: z.enum(imageTypes),
  /** In pixels; 0 for logos saved before images were measured. */
  width: count,
  height: count,
});
export type BrandImage = z.infer<typeof brandImageSchema>;

/** Shown to customers, and to staff at sign-in. */
export const brandingSchema = z.object({
  partnerName: text(80).min(1, 'Enter the name of your company'),
  colour,
  /** For the dark theme; null derives it from `colour`. */
  darkColour: colour.nullable(),
  /** Null shows the first letter of the name. */
  logo: brandImageSchema.nullable(),
  /** For the dark theme; null shows `logo`. */
  darkLogo: brandImageSchema.nullable(),
  /** Null shows a square logo or the first letter of the name. */
  favicon: brandImageSchema.nullable(),
  helpUrl: link,
  privacyUrl: link,
  termsUrl: link,
});
export type Branding = z.infer<typeof brandingSchema>;

export const defaultBranding: Branding = {
  partnerName: 'Northdesk',
  colour: '#1d6a50',
  darkColour: null,
  logo: null,
  darkLogo: null,
  favicon: null,
  helpUrl: '',
  privacyUrl: '',
  termsUrl: '',
};

export const brandingVersionSchema = z.object({ version: count, branding: brandingSchema });
export const saveBrandingBodySchema = z.object({ branding: brandingSchema, basedOn: count });

/** `content` is the file as base64. The server reads the type from the content. */
export const uploadImageBodySchema = z.object({ kind: z.enum(imageKinds), content: text(140_000) });

export const brandingPreviewBodySchema = z.object({ branding: brandingSchema, language: languageSchema });
export type BrandingPreviewBody = z.infer<typeof brandingPreviewBodySchema>;
/** `draft` is for the address of the preview. */
export const brandingPreviewSchema = z.object({
  draft: text(20_000),
  mail: z.object({ subject: text(1000), html: text(200_000) }),
});
export type BrandingPreview = z.infer<typeof brandingPreviewSchema>;
