import type { ChangeEventHandler, ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './icon';

export type RadioOption = {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  /** A monogram or icon before the label, on cards. */
  mark?: ReactNode;
  disabled?: boolean | undefined;
};

type RadioGroupProps = {
  name: string;
  legend: ReactNode;
  hideLegend?: boolean | undefined;
  options: readonly RadioOption[];
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  className?: string | undefined;
};

/** A choice of a few, each explained in a line. Native radios: arrows move, a form sends them, nothing needs script. */
export function RadioList({ hideLegend = false, legend, className, ...group }: RadioGroupProps) {
  return (
    <fieldset className={className}>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 text-13 font-strong'}>{legend}</legend>
      <div className="grid gap-3 max-md:gap-1">
        {group.options.map((option) => (
          <label
            key={option.value}
            className="grid cursor-pointer grid-cols-[16px_1fr] gap-2.5 text-13 max-md:min-h-10 max-md:py-1.5"
          >
            <input
              type="radio"
              {...inputProps(group, option)}
              className="mt-0.5 size-4 appearance-none rounded-full border border-control bg-canvas checked:border-5 checked:border-accent disabled:border-line"
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

/** The same choice as tiles in a grid, for tools and other things with a face. */
export function RadioCards({ hideLegend = false, legend, className, ...group }: RadioGroupProps) {
  return (
    <fieldset>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 text-13 font-strong'}>{legend}</legend>
      <div className={cx('grid gap-2', className ?? 'grid-cols-2 md:grid-cols-4')}>
        {group.options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-12 items-center gap-2.5 rounded-2 border border-line-strong bg-canvas px-3 py-2 text-13 hover:bg-hover has-checked:border-accent has-checked:bg-accent-tint has-checked:font-strong has-checked:inset-ring has-checked:inset-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:text-meta"
          >
            <input
              type="radio"
              {...inputProps(group, option)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-2 outline-none"
            />
            {option.mark}
            <span className="min-w-0 flex-1">
              <span className="block truncate">{option.label}</span>
              {option.hint !== undefined && <span className="block text-12 font-normal text-meta">{option.hint}</span>}
            </span>
            <Icon name="check" className="hidden text-accent peer-checked:block" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function inputProps({ name, value, defaultValue, onChange }: Omit<RadioGroupProps, 'legend'>, option: RadioOption) {
  const handler: ChangeEventHandler<HTMLInputElement> = (event) => onChange?.(event.currentTarget.value);
  return {
    name,
    value: option.value,
    disabled: option.disabled ?? false,
    ...(value === undefined ? { defaultChecked: option.value === defaultValue } : { checked: option.value === value }),
    // A function cannot be handed over by the server: only a controlled group gets one.
    ...(onChange && { onChange: handler }),
  };
}
