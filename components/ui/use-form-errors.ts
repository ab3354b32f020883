'use client';

import { useEffect, useRef, useState, type FormEvent } from 'react';

type FieldErrors<Name extends string> = { [name in Name]?: string | undefined };

/**
 * Shows errors beside their fields instead of in the browser's bubbles. `check` runs on submit and returns a message by
 * field name; without messages `onValid` is called, or the browser sends the form if there is none. Focus moves to the
 * first invalid field, also when `serverError` changes.
 */
export function useFormErrors<Name extends string>({
  check,
  onValid,
  serverError = null,
}: {
  check: (form: FormData) => FieldErrors<Name>;
  onValid?: () => void;
  serverError?: Error | null;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Name> | null>(null);

  useEffect(() => {
    // A field that the server rendered as invalid has focus already.
    if (errors === null && serverError === null) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors, serverError]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const found = check(new FormData(event.currentTarget));
    const valid = Object.values(found).every((message) => message === undefined);
    if (!valid || onValid) event.preventDefault();
    setErrors(found);
    if (valid) onValid?.();
  }

  const shown: FieldErrors<Name> = errors ?? {};
  return { errors: shown, formProps: { ref: form, noValidate: true, onSubmit } };
}
