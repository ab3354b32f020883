import { PlainLinkButton } from '../shell/standalone-page';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { AuthLayout } from './auth-layout';
import { setPasswordLabels as labels, unusableLinkLabels } from './labels';

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
    <AuthLayout title={labels.title} intro={labels.intro}>
      {/* The server checks the input, so that errors are in our words. */}
      <form action="/api/set-password" method="post" noValidate className="mt-6 grid gap-4">
        <input type="hidden" name="token" value={token} />
        <TextField label={labels.email} type="email" defaultValue={email} readOnly autoComplete="username" />
        <TextField
          label={labels.password}
          hint={passwordError === null ? labels.hint(minLength) : undefined}
          error={passwordError}
          required
          type="password"
          name="password"
          autoComplete="new-password"
          autoFocus={repeatedError === null}
        />
        <TextField
          label={labels.repeated}
          error={repeatedError}
          required
          type="password"
          name="repeated"
          autoComplete="new-password"
          autoFocus={repeatedError !== null}
        />
        <Button type="submit" variant="primary" size="lg" className="w-full">
          {labels.button}
        </Button>
      </form>
    </AuthLayout>
  );
}

export function UnusableLink({ kind }: { kind: Exclude<keyof typeof unusableLinkLabels, 'signIn'> }) {
  const { title, text } = unusableLinkLabels[kind];
  return (
    <AuthLayout title={title} intro={text}>
      <p className="mt-6">
        <PlainLinkButton href="/sign-in">{unusableLinkLabels.signIn}</PlainLinkButton>
      </p>
    </AuthLayout>
  );
}
