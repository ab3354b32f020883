import type { CSSProperties } from 'react';
import type { Branding } from '@/lib/contract/branding';
import { darkenForText, textColourOn } from '../customer/brand-style';
import { Section } from '../shell/page';

/** A light, inert miniature of the customer's start page. */
export function BrandPreview({ branding }: { branding: Branding }) {
  const { colour, partnerName, logo, helpUrl, privacyUrl } = branding;
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--brand': colour,
    '--on-brand': textColourOn(colour),
    '--brand-ink': darkenForText(colour),
    '--brand-wash': `color-mix(in srgb, ${colour} 8%, #ffffff)`,
    colorScheme: 'light',
  };
  return (
    <Section title="Preview" ruled={false} remark="Follows what you type">
      <div
        role="img"
        aria-label={`The start page of ${partnerName} in this colour`}
        style={style}
        className="overflow-hidden rounded-3 border bg-[#fff] text-[#11151a] select-none"
      >
        <div aria-hidden className="border-t-4 border-brand px-5 pt-4 pb-5">
          <p className="flex items-center gap-2.5">
            {logo === null ? (
              <span className="grid size-7 flex-none place-items-center rounded-2 bg-brand font-strong text-on-brand">
                {partnerName.slice(0, 1).toUpperCase()}
              </span>
            ) : (
              <img src={logo} alt="" className="h-7 max-w-32 object-contain" />
            )}
            <b className="truncate text-16">{partnerName || 'Your company'}</b>
          </p>
          <p className="mt-5 text-20 font-strong">Bring your data with you</p>
          <p className="mt-1 text-13 text-[#4a535f]">Choose the tool you come from. A sample comes first.</p>
          <div className="mt-4 grid grid-cols-2 gap-2 text-13">
            <span className="rounded-tile border-2 border-brand bg-brand-wash px-3 py-2 font-strong">Zendesk</span>
            <span className="rounded-tile border border-[#c6ccd4] px-3 py-2">Freshdesk</span>
          </div>
          <span className="mt-4 block rounded-2 bg-brand px-4 py-2.5 text-center text-14 font-strong text-on-brand">
            Start migration
          </span>
          <p className="mt-4 flex gap-4 text-13 text-brand-ink underline underline-offset-2">
            {privacyUrl !== '' && <span>Privacy</span>}
            {helpUrl !== '' && <span>Help</span>}
            {privacyUrl === '' && helpUrl === '' && <span>Where does my data go?</span>}
          </p>
        </div>
      </div>
    </Section>
  );
}
