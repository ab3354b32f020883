'use client';

import { useEffect, useRef, useState, type FormEvent } from 'react';

type FieldErrors<Name extends string> = { [name in Name]?: string | undefined };

/**
 * Shows errors beside their fields instead of in the browser's bubbles. `check` runs on submit and returns a message by
 * field name; without messages `onValid` is called, or the browser sends the form if there is none. Focus moves to the
 * first invalid field, also when `serverError` changes. A corrected field loses its error at once.
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
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [submits, setSubmits] = useState(0);
  const latestCheck = useRef(check);

  useEffect(() => {
    latestCheck.current = check;
  });

  useEffect(() => {
    // A field that the server rendered as invalid has focus already.
    if (submits === 0 && serverError === null) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submits, serverError]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const found = check(new FormData(event.currentTarget));
    const valid = Object.values(found).every((message) => message === undefined);
    if (!valid || onValid) event.preventDefault();
    setErrors(found);
    setSubmits(submits + 1);
    if (valid) onValid?.();
  }

  function onChange() {
    // `check` may read a state that this change has yet to set.
    setTimeout(() => {
      if (!form.current) return;
      const found = latestCheck.current(new FormData(form.current));
      setErrors((shown) => dropCorrected(shown, found));
    });
  }

  return { errors, formProps: { ref: form, noValidate: true, onSubmit, onChange } };
}

function dropCorrected<Name extends string>(shown: FieldErrors<Name>, found: FieldErrors<Name>): FieldErrors<Name> {
  const names = Object.keys(shown) as Name[];
  if (names.every((name) => shown[name] === found[name])) return shown;
  const left: FieldErrors<Name> = {};
  for (const name of names) if (shown[name] !== undefined) left[name] = found[name];
  return left;
}
