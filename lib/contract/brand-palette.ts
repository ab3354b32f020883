import { contrastRatio, mixColours, mixUntil, textColourOn, type TextColour } from './contrast';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What customer pages put colours on: canvas, sunken and hover of the palette in `tailwind.config.ts`. */
type Surfaces = readonly [canvas: string, ...others: string[]];
export const brandSurfaces: Readonly<Record<Theme, Surfaces>> = {
  light: ['#ffffff', '#f8f9fa', '#f2f4f6'],
  dark: ['#0e1114', '#13171b', '#191e23'],
};

export interface BrandPalette {
  /** Buttons and marks, exactly as chosen. */
  brand: string;
  /** Text on it. */
  onBrand: TextColour;
  hover: string;
  /** Links, borders and the focus ring: the colour, moved as far as 4.5:1 on every surface needs. */
  ink: string;
  /** Behind what is chosen. */
  wash: string;
}

export interface BrandColours {
  colour: string;
  darkColour: string | null;
}

/** The colours of customer pages in one theme. Everything but `brand` itself reaches AA, whatever was chosen. */
export function brandPalette(branding: BrandColours, theme: Theme, surfaces = brandSurfaces[theme]): BrandPalette {
  const [canvas] = surfaces;
  const brand = theme === 'light' ? branding.colour : (branding.darkColour ?? deriveDarkColour(branding.colour));
  const onBrand = textColourOn(brand);
  const wash = mixColours(canvas, brand, theme === 'light' ? 0.08 : 0.14);
  return {
    brand,
    onBrand,
    // Away from the text, so that the contrast grows.
    hover: mixColours(brand, onBrand === '#ffffff' ? '#000000' : '#ffffff', 0.14),
    ink: mixUntil(brand, theme === 'light' ? '#000000' : '#ffffff', (mixed) =>
      [...surfaces, wash].every((surface) => contrastRatio(mixed, surface) >= 4.5),
    ),
    wash,
  };
}

const variables = {
  brand: '--brand',
  onBrand: '--on-brand',
  hover: '--brand-hover',
  ink: '--brand-ink',
  wash: '--brand-wash',
} as const satisfies Record<keyof BrandPalette, string>;

/** The palettes as CSS, for both themes. */
export function brandDeclarations({ light, dark }: Readonly<Record<Theme, BrandPalette>>): string {
  return (Object.keys(variables) as (keyof BrandPalette)[])
    .map((name) => `${variables[name]}:light-dark(${light[name]},${dark[name]})`)
    .join(';');
}

/** Lighter, if it would be hard to see on the dark background. */
export function deriveDarkColour(colour: string): string {
  const [canvas] = brandSurfaces.dark;
  return mixUntil(colour, '#ffffff', (mixed) => contrastRatio(mixed, canvas) >= 3);
}
