import type { ReactNode } from 'react';
import { Icon } from './icon';

type RadioGroupProps<Value extends string, Extra = unknown> = {
  name: string;
  legend: string;
  options: readonly ({ value: Value; label: string; hint?: string | undefined } & Extra)[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Native radios with a description each. */
export function RadioList<Value extends string>({
  hideLegend = false,
  legend,
  ...group
}: RadioGroupProps<Value> & { hideLegend?: boolean }) {
  return (
    <fieldset>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 text-13 font-strong'}>{legend}</legend>
      <div className="grid gap-3 max-md:gap-1">
        {group.options.map((option) => (
          <label
            key={option.value}
            className="grid cursor-pointer grid-cols-[16px_1fr] gap-2.5 text-13 max-md:min-h-11 max-md:py-1.5"
          >
            <input
              type="radio"
              {...inputProps(group, option.value)}
              className="mt-0.5 size-4 appearance-none rounded-full border border-control bg-canvas checked:border-5 checked:border-accent"
            />
            <span>
              <b className="block">{option.label}</b>
              {option.hint !== undefined && <span className="block text-12 text-meta">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** As many columns as fit. */
export const radioCardsGrid = 'grid grid-cols-[repeat(auto-fill,minmax(168px,1fr))] gap-2';

/** Native radios as tiles, with a monogram or icon. */
export function RadioCards<Value extends string>({ legend, ...group }: RadioGroupProps<Value, { mark: ReactNode }>) {
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className={radioCardsGrid}>
        {group.options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-12 items-center gap-2.5 rounded-2 border border-line-strong bg-canvas px-3 py-2 text-13 hover:bg-hover has-checked:border-accent has-checked:bg-accent-tint has-checked:font-strong has-checked:inset-ring has-checked:inset-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              {...inputProps(group, option.value)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-2 outline-none"
            />
            {option.mark}
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 [overflow-wrap:anywhere]" title={option.label}>
                {option.label}
              </span>
              {option.hint !== undefined && <span className="block text-12 font-normal text-meta">{option.hint}</span>}
            </span>
            <Icon name="check" className="hidden text-accent peer-checked:block" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function inputProps<Value extends string>(
  { name, value, onChange }: Pick<RadioGroupProps<Value>, 'name' | 'value' | 'onChange'>,
  own: Value,
) {
  return { name, value: own, checked: own === value, onChange: () => onChange(own) };
}
