'use client';

import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { signInLabels as labels } from './labels';

/** Everything else is loaded on the first click, because most people sign in another way. */
export function PasskeySignIn({
  children,
}: {
  /** The hidden fields that every sign-in form needs. */
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function signIn() {
    setBusy(true);
    setProblem(null);
    try {
      const { proveForSignIn } = await import('@/lib/query/prove-for-sign-in');
      const { challengeId, assertion } = await proveForSignIn();
      if (form.current === null) return;
      for (const [name, value] of Object.entries({ challengeId, assertion })) {
        const field = form.current.elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value = value;
      }
      form.current.submit();
    } catch (error) {
      setBusy(false);
      setProblem(error instanceof Error ? error.message : labels.passkeyFailed);
    }
  }

  return (
    <form
      ref={form}
      action="/api/auth/callback/passkey"
      method="post"
      noValidate
      className="mt-2 grid gap-2 [@media(scripting:none)]:hidden"
    >
      {children}
      <input type="hidden" name="challengeId" defaultValue="" />
      <input type="hidden" name="assertion" defaultValue="" />
      <Button icon="key" size="lg" className="w-full" busy={busy} onClick={signIn}>
        {labels.passkey}
      </Button>
      {problem !== null && (
        <Notice tone="error" live>
          {problem}
        </Notice>
      )}
    </form>
  );
}
