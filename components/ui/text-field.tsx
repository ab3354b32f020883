import type { ComponentProps } from 'react';
import { cx } from './cx';
import { Field, splitFieldProps, type FieldProps } from './field';
import { controlClasses, Input } from './input';

type TextFieldProps<Control extends 'input' | 'textarea'> = FieldProps &
  Omit<ComponentProps<Control>, keyof FieldProps> & { inputClassName?: string | undefined };

export function TextField({ inputClassName, ...props }: TextFieldProps<'input'>) {
  const { field, control } = splitFieldProps(props);
  return <Field {...field}>{(ids) => <Input {...ids} className={inputClassName} {...control} />}</Field>;
}

export function TextAreaField({ inputClassName, ...props }: TextFieldProps<'textarea'>) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(ids) => (
        <textarea
          rows={2}
          className={cx(controlClasses, 'block resize-y py-2', inputClassName)}
          {...ids}
          {...control}
        />
      )}
    </Field>
  );
}
