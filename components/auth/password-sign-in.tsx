'use client';

import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { useFormErrors } from '../ui/use-form-errors';
import { signInLabels as labels } from './labels';

/** A plain form that posts to next-auth. With script, empty fields are reported before anything is sent. */
export function PasswordSignIn({
  email,
  failed,
  focusPassword,
  variant,
  children,
}: {
  email: string;
  failed: boolean;
  focusPassword: boolean;
  variant: 'primary' | 'secondary';
  /** The hidden fields that every sign-in form needs, and the error of the last attempt. */
  children: ReactNode;
}) {
  const { errors, formProps } = useFormErrors({
    check: (form) => ({
      email: form.get('email') === '' ? labels.emailMissing : undefined,
      password: form.get('password') === '' ? labels.passwordMissing : undefined,
    }),
  });
  return (
    <form action="/api/auth/callback/credentials" method="post" {...formProps} className="mt-6 grid gap-4">
      {children}
      <TextField
        label={labels.email}
        error={errors.email}
        required
        type="email"
        name="email"
        defaultValue={email}
        autoComplete="username"
      />
      <TextField
        label={labels.password}
        error={errors.password}
        required
        type="password"
        name="password"
        autoComplete="current-password"
        autoFocus={focusPassword}
        {...(failed && { 'aria-invalid': true })}
      />
      <Button type="submit" variant={variant} size="lg" className="w-full">
        {labels.button}
      </Button>
    </form>
  );
}
