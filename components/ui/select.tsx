'use client';

import type { ComponentProps } from 'react';
import { cx } from './cx';
import { controlClasses, Field, splitFieldProps, type FieldProps } from './field';
import { Icon } from './icon';

type SelectProps<Value extends string> = Omit<ComponentProps<'select'>, 'size' | 'value' | 'onChange'> & {
  size?: 'md' | 'sm' | undefined;
  options?: readonly { value: Value; label: string }[] | undefined;
  value?: Value | undefined;
  onChange?: ((value: Value) => void) | undefined;
};

/** A native select, for keyboard, phone and screen reader support. */
export function Select<Value extends string>({
  className,
  size = 'md',
  options = [],
  onChange,
  children,
  ...rest
}: SelectProps<Value>) {
  return (
    <span className={cx('relative block', className)}>
      <select
        className={cx(
          controlClasses,
          'appearance-none pe-8',
          size === 'md' ? 'h-9 max-md:h-11' : 'h-7 text-13 max-md:h-11',
        )}
        onChange={(event) => {
          const chosen = options.find(({ value }) => value === event.currentTarget.value);
          if (chosen) onChange?.(chosen.value);
        }}
        {...rest}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {children}
      </select>
      <Icon
        name="updown"
        size={14}
        className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-meta"
      />
    </span>
  );
}

export function SelectField<Value extends string>(props: FieldProps & Omit<SelectProps<Value>, keyof FieldProps>) {
  const { field, control } = splitFieldProps(props);
  return <Field {...field}>{(ids) => <Select {...ids} {...control} />}</Field>;
}
