import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './icon';

/** Props for the control that connect it to label, hint and errors. */
export type FieldControl = {
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
        {optional && <span className="ms-1.5 font-normal text-meta">optional</span>}
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
