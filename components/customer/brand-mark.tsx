import { initialOf } from '@/lib/contract/brand-icon';
import { brandImageHref } from '@/lib/contract/brand-rules';
import type { BrandImage, Branding } from '@/lib/contract/branding';

/** The logo, or the first letter of the name. The name is beside it, so that neither needs a text. */
export function BrandMark({ branding }: { branding: Branding }) {
  const { logo, darkLogo, partnerName } = branding;
  if (logo === null) {
    return (
      <span
        aria-hidden="true"
        className="grid size-8 flex-none place-items-center rounded-2 bg-brand text-18 font-strong text-on-brand"
      >
        {initialOf(partnerName)}
      </span>
    );
  }
  if (darkLogo === null) return <Logo image={logo} />;
  return (
    <>
      <Logo image={logo} theme="light" />
      <Logo image={darkLogo} theme="dark" />
    </>
  );
}

/** `BrandStyle` hides one of two; a lazy one is not loaded while it is hidden. */
function Logo({ image, theme }: { image: BrandImage; theme?: 'light' | 'dark' }) {
  const { width, height } = image;
  return (
    <img
      src={brandImageHref(image)}
      alt=""
      {...(width > 0 && { width, height })}
      {...(theme && { 'data-logo': theme, loading: 'lazy' as const })}
      className="h-8 w-auto max-w-40 flex-none object-contain"
    />
  );
}
