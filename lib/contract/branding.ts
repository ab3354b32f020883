import * as z from 'zod/mini';
import { count, text } from './base-schemas';

const link = text(2000).check(
  z.refine(
    (value) => value === '' || /^(https:\/\/|mailto:|http:\/\/localhost)/.test(value),
    'Must start with https:// or mailto:',
  ),
);

/** How the partner shows itself to customers, and to its own staff at sign-in. */
export const brandingSchema = z.object({
  partnerName: text(80).check(z.minLength(1, 'Say the name of your company')),
  /** `#rrggbb`. */
  colour: z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Must be a colour such as #1d6a50')),
  /** A small picture as a data address; null for the first letter of the name. SVG is not taken, since it may hold script. */
  logo: z.nullable(
    text(150_000).check(
      z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/, 'Must be a PNG, JPEG or WebP picture'),
    ),
  ),
  helpUrl: link,
  privacyUrl: link,
});
export type Branding = z.infer<typeof brandingSchema>;

export const defaultBranding: Branding = {
  partnerName: 'Northdesk',
  colour: '#1d6a50',
  logo: null,
  helpUrl: '',
  privacyUrl: '',
};

export const brandingVersionSchema = z.object({ version: count, branding: brandingSchema });
export const saveBrandingBodySchema = z.object({ branding: brandingSchema, basedOn: count });
