'use client';

import { useState, type FormEvent } from 'react';
import { Button } from '../ui/button';

/** Ends the session. next-auth wants its token in the form; without script its own page asks once more. */
export function SignOutButton({ className }: { className?: string | undefined }) {
  const [busy, setBusy] = useState(false);

  async function fetchTokenFirst(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    try {
      const response = await fetch('/api/auth/csrf', { headers: { accept: 'application/json' } });
      const body: unknown = await response.json();
      const token = form.elements.namedItem('csrfToken');
      if (token instanceof HTMLInputElement && hasToken(body)) token.value = body.csrfToken;
    } catch {
      // Posted without it, next-auth shows its own question instead: slower, and still signs out.
    }
    form.submit();
  }

  return (
    <form method="post" action="/api/auth/signout" onSubmit={fetchTokenFirst} className={className}>
      <input type="hidden" name="csrfToken" />
      <input type="hidden" name="callbackUrl" value="/sign-in" />
      <Button type="submit" variant="ghost" icon="sign-out" busy={busy} className="w-full !justify-start">
        Sign out
      </Button>
    </form>
  );
}

function hasToken(body: unknown): body is { csrfToken: string } {
  return typeof body === 'object' && body !== null && 'csrfToken' in body && typeof body.csrfToken === 'string';
}
