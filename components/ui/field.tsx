import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './icon';
import { fieldLabels } from './labels';

/** Props for the control that connect it to label, hint and errors. */
type FieldControl = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  required?: true;
};

/** `error` may be several messages; all are shown. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  hideLabel = false,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | readonly string[] | null | undefined;
  required?: boolean | undefined;
  optional?: boolean | undefined;
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const errors = error === null || error === undefined ? [] : typeof error === 'string' ? [error] : error;
  const described = [errors.length > 0 && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className={cx(hideLabel ? 'sr-only' : 'mb-1 block text-13 font-strong')}>
        {label}
        {optional && <span className="ms-1.5 font-normal text-meta">{fieldLabels.optional}</span>}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(errors.length > 0 && { 'aria-invalid': true as const }),
        ...(required && { required: true as const }),
      })}
      {errors.length > 0 && (
        <ul id={`${id}-error`} className="mt-1 text-12 text-unkn">
          {errors.map((message) => (
            <li key={message} className="flex gap-1.5">
              <Icon name="warning" size={12} className="mt-0.5" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
            </li>
          ))}
        </ul>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-12 text-meta">
          {hint}
        </p>
      )}
    </div>
  );
}

export type FieldProps = Omit<ComponentProps<typeof Field>, 'children'>;

export function splitFieldProps<Props extends FieldProps>(props: Props) {
  const { label, hint, error, required, optional, hideLabel, className, ...control } = props;
  return { field: { label, hint, error, required, optional, hideLabel, className }, control };
}

export const controlClasses =
  'w-full rounded-2 border border-control bg-canvas px-3 text-ink focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:border-line disabled:bg-hover disabled:text-meta aria-invalid:border-unkn-line in-[dialog]:bg-transparent max-md:text-16';

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      className={cx(controlClasses, 'h-9 read-only:bg-sunken read-only:text-ink-2 max-md:h-11', className)}
      {...rest}
    />
  );
}

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
