import type { CSSProperties } from 'react';
import type { Branding } from '@/lib/contract/branding';
import { contrastRatio, darkenForText, textColourOn } from '@/lib/contract/contrast';
import { Section } from '../shell/page';
import { Icon } from '../ui/icon';
import { brandPreviewLabels as labels, contrastLabels } from './labels';

/** A light, inert miniature of the customer's start page. */
export function BrandPreview({ branding }: { branding: Branding }) {
  const { colour, partnerName, logo, helpUrl, privacyUrl } = branding;
  const partner = partnerName || labels.yourCompany;
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--brand': colour,
    '--on-brand': textColourOn(colour),
    '--brand-ink': darkenForText(colour),
    '--brand-wash': `color-mix(in srgb, ${colour} 8%, #ffffff)`,
    colorScheme: 'light',
  };
  return (
    <Section title={labels.title} ruled={false} remark={labels.remark}>
      <div
        role="img"
        aria-label={labels.name(partnerName)}
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
            <b className="truncate text-16">{partner}</b>
          </p>
          <p className="mt-5 text-20 font-strong [overflow-wrap:anywhere]">{labels.heading(partner)}</p>
          <p className="mt-1 text-13 text-[#4a535f] [overflow-wrap:anywhere]">{labels.text(partner)}</p>
          <p className="mt-4 font-strong">{labels.toolQuestion}</p>
          <div className="mt-2 grid grid-cols-2 gap-2 text-13">
            <span className="rounded-tile border-2 border-brand bg-brand-wash px-3 py-2 font-strong">
              {labels.tools[0]}
            </span>
            <span className="rounded-tile border border-[#c6ccd4] px-3 py-2">{labels.tools[1]}</span>
          </div>
          <p className="mt-2 text-end text-13 text-brand-ink underline underline-offset-2">{labels.notListed}</p>
          <span className="mt-4 block rounded-2 bg-brand px-4 py-2.5 text-center text-14 font-strong text-on-brand">
            {labels.start}
          </span>
          {(privacyUrl !== '' || helpUrl !== '') && (
            <p className="mt-4 flex gap-4 text-13 text-[#4a535f]">
              {privacyUrl !== '' && <span>{labels.privacy}</span>}
              {helpUrl !== '' && <span>{labels.help}</span>}
            </p>
          )}
        </div>
      </div>
    </Section>
  );
}

/** Text needs 4.5:1 and shapes 3:1 (WCAG 2.2 AA). */
export function ContrastCheck({ colour }: { colour: string }) {
  const on = textColourOn(colour);
  const button = contrastRatio(colour, on);
  const onWhite = contrastRatio(colour, '#ffffff');
  const onLabel = on === '#ffffff' ? 'White' : 'Dark';
  const lines = [
    button >= 4.5
      ? { good: true, text: contrastLabels.textOn(onLabel, ratio(button)) }
      : { good: false, text: contrastLabels.textOnTooLow(onLabel, ratio(button)) },
    onWhite >= 4.5
      ? { good: true, text: contrastLabels.asText(ratio(onWhite)) }
      : { good: false, text: contrastLabels.asTextTooLow(ratio(onWhite), darkenForText(colour)) },
    onWhite >= 3
      ? { good: true, text: contrastLabels.asShape(ratio(onWhite)) }
      : { good: false, text: contrastLabels.asShapeTooLow(ratio(onWhite)) },
  ];
  return (
    <ul className="mt-2 grid gap-1 text-12 text-ink-2" aria-label={contrastLabels.list}>
      {lines.map(({ good, text }) => (
        <li key={text} className="flex gap-1.5">
          <Icon
            name={good ? 'check' : 'warning'}
            size={12}
            className={good ? 'mt-0.5 text-done' : 'mt-0.5 text-turn'}
          />
          <span>
            <span className="sr-only">{good ? contrastLabels.good : contrastLabels.warning}</span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

function ratio(value: number): string {
  return `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;
}
