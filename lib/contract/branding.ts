import * as z from 'zod/mini';
import { count, text } from './base-schemas';

const link = text(2000).check(
  z.refine(
    (value) => value === '' || /^(https:\/\/|mailto:|http:\/\/localhost)/.test(value),
    'Must start with https:// or mailto:',
  ),
);

/** The declared type, then the first bytes that every file of that type has. */
const logoPattern =
  /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR[\w+/]{7}RUJQ)[A-Za-z0-9+/]+={0,2}$/;

/** Shown to customers, and to staff at sign-in. */
export const brandingSchema = z.object({
  partnerName: text(80).check(z.minLength(1, 'Enter the name of your company')),
  colour: z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Must be a colour such as #1d6a50')),
  /** A data URL; null shows the first letter of the name. No SVG, which may contain scripts. */
  logo: z.nullable(text(150_000).check(z.regex(logoPattern, 'Must be a PNG, JPEG or WebP picture'))),
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
