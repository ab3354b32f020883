'use client';

import type { Role } from '@/lib/contract/roles';
import { Avatar } from '../ui/avatar';
import { Button } from '../ui/button';
import type { Theme } from '../ui/theme';
import { usePopup } from '../ui/use-popup';
import { cx } from '../ui/cx';
import { ThemeSwitch } from './theme-switch';

export type Actor = { name: string; email: string; role: Role };

export function AccountMenu({ actor, theme }: { actor: Actor; theme: Theme }) {
  const { triggerProps, popupProps } = usePopup({ align: 'end', gap: 14 });
  return (
    <>
      <button
        type="button"
        {...triggerProps}
        aria-label={`Account: ${actor.name}, ${actor.role}`}
        data-tip={`${actor.name}, ${actor.role}`}
        className="relative flex-none rounded-full before:absolute before:-inset-1.75 before:content-['']"
      >
        <Avatar name={actor.name} />
      </button>
      <div {...popupProps} role="group" aria-label="Account" className={cx(popupProps.className, 'w-64 p-2')}>
        <div className="flex items-center gap-2.5 px-2 pt-1 pb-3">
          <Avatar name={actor.name} />
          <div className="min-w-0">
            <p className="truncate font-strong">{actor.name}</p>
            <p className="truncate text-12 text-meta">{actor.email}</p>
          </div>
        </div>
        <p className="border-t px-2 py-2.5 text-12 text-meta">
          Role: <span className="text-ink">{actor.role}</span>
        </p>
        <div className="border-t px-2 py-3">
          <ThemeSwitch initial={theme} />
        </div>
        <SignOutButton />
      </div>
    </>
  );
}

/** A plain form, so it works without JavaScript. */
function SignOutButton() {
  return (
    <form method="post" action="/api/auth/sign-out" className="border-t pt-2">
      <Button type="submit" variant="ghost" icon="sign-out" className="w-full !justify-start">
        Sign out
      </Button>
      <Button
        type="submit"
        name="everywhere"
        value="1"
        variant="ghost"
        icon="lock"
        className="w-full !justify-start"
        data-tip="Ends your sessions in every browser"
      >
        Sign out everywhere
      </Button>
    </form>
  );
}
