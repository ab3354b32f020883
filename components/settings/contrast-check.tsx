import { brandPalette, brandSurfaces, type Theme } from '@/lib/contract/brand-palette';
import type { Branding } from '@/lib/contract/branding';
import { contrastRatio } from '@/lib/contract/contrast';
import { Icon } from '../ui/icon';
import { contrastLabels as labels } from './branding-labels';

/** What the pages make of the colour in one theme. Text needs 4.5:1 and shapes 3:1 (WCAG 2.2 AA). */
export function ContrastCheck({
  branding,
  theme,
}: {
  branding: Pick<Branding, 'colour' | 'darkColour'>;
  theme: Theme;
}) {
  const { brand, onBrand, ink } = brandPalette(branding, theme);
  const [canvas] = brandSurfaces[theme];
  const onCanvas = contrastRatio(brand, canvas);
  const ratioOf = (a: string, b: string) => ratio(contrastRatio(a, b));
  const lines = [
    { good: true, text: labels.button(labels.text[onBrand], ratioOf(brand, onBrand)) },
    ink === brand
      ? { good: true, text: labels.links(ratio(onCanvas)) }
      : { good: false, text: labels.linksMoved(theme, ratio(onCanvas), ink, ratioOf(ink, canvas)), swatch: ink },
    onCanvas >= 3
      ? { good: true, text: labels.shape(ratio(onCanvas)) }
      : { good: false, text: labels.shapeLow(ratio(onCanvas)) },
  ];
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-1.5 text-12 font-strong text-ink-2">
        <span
          aria-hidden
          className="grid h-5 min-w-8 place-items-center rounded-1 border px-1.5 text-11"
          style={{ background: brand, color: onBrand }}
        >
          {labels.example}
        </span>
        {labels.theme[theme]}
      </p>
      <ul className="mt-1.5 grid gap-1 text-12 text-ink-2" aria-label={labels.list(theme)}>
        {lines.map(({ good, text, swatch }) => (
          <li key={text} className="flex gap-1.5">
            <Icon
              name={good ? 'check' : 'info'}
              size={12}
              className={good ? 'mt-0.5 flex-none text-done' : 'mt-0.5 flex-none text-turn'}
            />
            <span className="min-w-0">
              <span className="sr-only">{good ? labels.good : labels.note}</span>
              {swatch !== undefined && (
                <span
                  aria-hidden
                  className="me-1.5 inline-block size-2.5 rounded-full border align-middle"
                  style={{ background: swatch }}
                />
              )}
              {text}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Rounded down, so that 4.49 is not shown as 4.5. */
function ratio(value: number): string {
  return `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;
}
