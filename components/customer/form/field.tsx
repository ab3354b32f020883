import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';
import { errorIdOf } from './error-id';

/** Messages for what `CheckForms` finds. */
interface FieldChecks {
  required?: string;
  email?: string;
  url?: string;
}

interface FieldProps {
  id: string;
  name: string;
  label: string;
  hint?: string;
  errors?: readonly string[];
  checks?: FieldChecks;
  /** The first field with an error gets the focus, also without script. */
  autoFocus?: boolean;
  defaultValue?: string | undefined;
  maxLength: number;
  autoComplete?: string;
  inputMode?: 'email' | 'url';
  lines?: number;
  className?: string;
  children?: ReactNode;
}

/** The properties of a field for an e-mail address. */
export const mailInput = { maxLength: 254, autoComplete: 'email', inputMode: 'email' } as const;

/** What a form that is shown again has in it. */
export interface FormState {
  typed: Readonly<Record<string, string | undefined>>;
  /** Names of fields. */
  invalid: readonly string[];
}

/** `message` is shown if the field is invalid. */
export function fieldState({ typed, invalid }: FormState, name: string, message: string) {
  return {
    name,
    defaultValue: typed[name],
    errors: invalid.includes(name) ? [message] : [],
    autoFocus: invalid[0] === name,
  };
}

// What is typed runs as it is written. Not `dir="auto"`, with which an empty field would run from left to right.
const inputClass =
  'mt-1 block w-full rounded-tile border border-control bg-canvas px-4 [unicode-bidi:plaintext] aria-invalid:border-unkn-line';

/** A labelled text field with its hint and errors. Never of the type `email` or `url`, whose messages are the browser's. */
export function Field({
  label,
  hint,
  errors = [],
  checks = {},
  lines,
  className,
  children,
  autoFocus = false,
  ...input
}: FieldProps) {
  const { id } = input;
  const hintId = `${id}-hint`;
  const common = {
    ...input,
    ...dataOf(checks),
    'aria-describedby': cx(hint !== undefined && hintId, errorIdOf(id)),
    'aria-invalid': errors.length > 0 || undefined,
    'aria-required': checks.required !== undefined || undefined,
    autoFocus: autoFocus && errors.length > 0,
  };
  return (
    <div className={className}>
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      {lines === undefined ? (
        <input {...common} spellCheck={false} className={cx(inputClass, 'h-12')} />
      ) : (
        <textarea {...common} rows={lines} className={cx(inputClass, 'py-3')} />
      )}
      {hint !== undefined && (
        <p id={hintId} className="mt-1 text-14 text-meta">
          {hint}
        </p>
      )}
      <FieldError id={id} errors={errors} />
      {children}
    </div>
  );
}

/** Always there, so that `CheckForms` can fill it. Messages of the service are in English. */
export function FieldError({ id, errors }: { id: string; errors: readonly string[] }) {
  return (
    <p
      id={errorIdOf(id)}
      hidden={errors.length === 0}
      className="mt-1 w-fit text-14 [overflow-wrap:anywhere] whitespace-pre-line text-unkn [unicode-bidi:plaintext]"
    >
      {errors.join('\n')}
    </p>
  );
}

function dataOf({ required, email, url }: FieldChecks): Record<`data-${string}`, string> {
  return {
    ...(required !== undefined && { 'data-required': required }),
    ...(email !== undefined && { 'data-email': email }),
    ...(url !== undefined && { 'data-url': url }),
  };
}

/** People never see this field; bots fill it in. */
export function Honeypot() {
  return (
    <p className="absolute -start-[9999px]" aria-hidden="true">
      <label>
        Website <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}
