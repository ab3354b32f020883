import { Button } from '../ui/button';
import { buttonClasses } from '../ui/button-classes';
import { TextField } from '../ui/field';
import { AuthLayout } from './auth-layout';

/** A plain form, so that choosing a password works without JavaScript. */
export function SetPasswordForm({
  token,
  email,
  minLength,
  passwordError,
  repeatedError,
}: {
  token: string;
  email: string;
  minLength: number;
  passwordError: string | null;
  repeatedError: string | null;
}) {
  return (
    <AuthLayout title="Choose your password" intro="You sign in with it from now on. This link works once.">
      {/* The server checks the input, so that errors are in our words. */}
      <form action="/api/set-password" method="post" noValidate className="mt-6 grid gap-4">
        <input type="hidden" name="token" value={token} />
        <TextField label="E-mail" type="email" defaultValue={email} readOnly autoComplete="username" />
        <TextField
          label="Password"
          hint={passwordError === null ? `At least ${minLength} characters` : undefined}
          error={passwordError}
          required
          type="password"
          name="password"
          autoComplete="new-password"
          autoFocus={repeatedError === null}
        />
        <TextField
          label="Repeat the password"
          error={repeatedError}
          required
          type="password"
          name="repeated"
          autoComplete="new-password"
          autoFocus={repeatedError !== null}
        />
        <Button type="submit" variant="primary" size="lg" className="w-full">
          Set password
        </Button>
      </form>
    </AuthLayout>
  );
}

const messages = {
  used: {
    title: 'This link has already been used',
    text: 'If you chose your password with it, sign in. If that was not you, ask your admin for a new link right away.',
  },
  replaced: {
    title: 'This link has been replaced',
    text: 'There is a newer link for your account. Use that one, or ask your admin for a new link.',
  },
  expired: { title: 'This link has expired', text: 'Links work for 24 hours. Ask your admin for a new link.' },
  unknown: {
    title: 'This link does not work',
    text: 'Check that the link is complete. If it is, ask your admin for a new link.',
  },
  disabled: { title: 'This account is disabled', text: 'Ask your admin to enable it.' },
  throttled: { title: 'Too many attempts', text: 'Wait 15 minutes, then open the link again.' },
} as const;

export function UnusableLink({ kind }: { kind: keyof typeof messages }) {
  const { title, text } = messages[kind];
  return (
    <AuthLayout title={title} intro={text}>
      <p className="mt-6">
        <a href="/sign-in" className={buttonClasses({})}>
          Go to sign-in
        </a>
      </p>
    </AuthLayout>
  );
}
