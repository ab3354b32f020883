import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SignInForm, type SignInProps } from './sign-in-form';

const defaultProps: SignInProps = {
  csrfToken: 'token-1',
  callbackUrl: '/imports',
  oidc: { host: 'login.northdesk.example' },
  local: true,
  error: null,
  email: '',
  partnerName: 'Northdesk',
};

const render = (props: Partial<SignInProps> = {}) => renderToStaticMarkup(<SignInForm {...defaultProps} {...props} />);
const forms = (html: string) => html.match(/<form[\s\S]*?<\/form>/g) ?? [];
const signInError = {
  title: 'E-mail and password do not match.',
  detail: '3 attempts left. After that, sign-in is locked for 15 minutes.',
};

describe('SignInForm', () => {
  it('posts every form to next-auth with its CSRF token and callback URL', () => {
    const all = forms(
      render({ demoAccounts: [{ email: 'viewer@demo.example', role: 'viewer', password: 'secret-1' }] }),
    );
    expect(all).toHaveLength(4);
    for (const form of all) {
      expect(form).toMatch(
        /action="\/api\/auth\/(signin\/oidc|callback\/credentials|callback\/passkey)" method="post"/,
      );
      expect(form).toContain('name="csrfToken" value="token-1"');
      expect(form).toContain('name="callbackUrl" value="/imports"');
    }
  });

  it('shows a failed local sign-in once, in its form, keeps the e-mail address and focuses the password', () => {
    const html = render({ error: signInError, email: 'jonas@northdesk.example' });
    expect(html.match(/E-mail and password do not match\./g)).toHaveLength(1);
    const local = forms(html)[1] ?? '';
    expect(local).toContain('role="alert"');
    expect(local).toContain('value="jonas@northdesk.example"');
    expect(local).toMatch(/<input[^>]*type="password"[^>]*autofocus/i);
  });

  it('shows a failed company sign-in above both forms', () => {
    const html = render({ error: signInError });
    expect(forms(html).join('')).not.toContain('role="alert"');
    expect(html).toContain('role="alert"');
    expect(html).not.toMatch(/autofocus/i);
  });

  it('shows demo accounts only if there are any, and never their passwords as text', () => {
    expect(render()).not.toContain('demo accounts');
    const html = render({ demoAccounts: [{ email: 'admin@demo.example', role: 'admin', password: 'secret-2' }] });
    expect(html).toContain('demo accounts');
    expect(html.replaceAll(/<[^>]*>/g, ' ')).not.toContain('secret-2');
  });
});
