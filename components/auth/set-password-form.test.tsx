import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SetPasswordForm, UnusableLink } from './set-password-form';

const render = (passwordError: string | null, repeatedError: string | null) =>
  renderToStaticMarkup(
    <SetPasswordForm
      token="token-1"
      email="ada@x.example"
      minLength={8}
      passwordError={passwordError}
      repeatedError={repeatedError}
    />,
  );

describe('SetPasswordForm', () => {
  it('is a plain form with the token and the e-mail address for password managers', () => {
    const html = render(null, null);
    expect(html).toMatch(/<form [^>]*action="\/api\/set-password" method="post"/);
    expect(html).toContain('name="token" value="token-1"');
    expect(html).toMatch(/autoComplete="username"[^>]*value="ada@x.example"/i);
    expect(html).not.toContain('aria-invalid="true"');
  });

  it('shows an error beside its field and focuses that field', () => {
    const [, first, second] = render(null, 'The two passwords are different')
      .split(/<label/)
      .slice(1);
    expect(first).not.toContain('aria-invalid="true"');
    expect(second).toMatch(/aria-invalid="true"[\s\S]*autofocus[\s\S]*The two passwords are different/i);
  });
});

describe('UnusableLink', () => {
  it.each(['used', 'replaced', 'expired', 'unknown', 'disabled'] as const)('says what to do if it is %s', (kind) => {
    expect(renderToStaticMarkup(<UnusableLink kind={kind} />)).toContain('sk your admin');
  });
});
