'use client';

import { useSyncExternalStore } from 'react';
import type { Role } from '@/lib/contract/roles';
import { Avatar } from '../ui/avatar';
import { Button } from '../ui/button';
import { buttonClasses } from '../ui/button-classes';
import { Icon } from '../ui/icon';
import { SegmentedRadios } from '../ui/segmented';
import { preferenceCookie } from '../ui/preference-cookie';
import { readTheme, type Theme } from '../ui/theme';
import { usePopup } from '../ui/use-popup';
import { cx } from '../ui/cx';
import { EnvLink } from './env-link';
import { accountMenuLabels as labels } from './labels';

export type Actor = { name: string; email: string; role: Role };

export function AccountMenu({ actor, theme }: { actor: Actor; theme: Theme }) {
  const { triggerProps, popupProps, close } = usePopup({ align: 'end', gap: 14 });
  return (
    <>
      <button
        type="button"
        {...triggerProps}
        aria-label={labels.trigger(actor.name, actor.role)}
        data-tip={labels.tip(actor.name, actor.role)}
        className="relative flex-none rounded-full before:absolute before:-inset-1.75 before:content-['']"
      >
        <Avatar name={actor.name} />
      </button>
      <div {...popupProps} role="group" aria-label={labels.menu} className={cx(popupProps.className, 'w-64 p-2')}>
        <div className="flex items-center gap-2.5 px-2 pt-1 pb-3">
          <Avatar name={actor.name} />
          <div className="min-w-0">
            <p className="truncate font-strong">{actor.name}</p>
            <p className="truncate text-12 text-meta">{actor.email}</p>
          </div>
        </div>
        <p className="border-t px-2 py-2.5 text-12 text-meta">
          {labels.role} <span className="text-ink">{actor.role}</span>
        </p>
        <div className="border-t px-2 py-3">
          <ThemeSwitch initial={theme} />
        </div>
        <div className="border-t py-2">
          <EnvLink
            href="/account"
            onClick={close}
            className={buttonClasses({ variant: 'ghost' }, 'w-full !justify-start')}
          >
            <Icon name="person" className="text-meta" />
            {labels.account}
          </EnvLink>
        </div>
        <SignOutButton />
      </div>
    </>
  );
}

/** They hold usernames of customers, and the next person may use the same tab. */
function forgetDrafts() {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so there are none.
  }
}

/** A plain form, so it works without JavaScript. */
function SignOutButton() {
  return (
    <form method="post" action="/api/auth/sign-out" onSubmit={forgetDrafts} noValidate className="border-t pt-2">
      <Button type="submit" variant="ghost" icon="sign-out" className="w-full !justify-start">
        {labels.signOut}
      </Button>
      <Button
        type="submit"
        name="everywhere"
        value="1"
        variant="ghost"
        icon="lock"
        className="w-full !justify-start"
        data-tip={labels.signOutEverywhereTip}
      >
        {labels.signOutEverywhere}
      </Button>
    </form>
  );
}

const listeners = new Set<() => void>();

/** The server sets this attribute from the cookie, so the theme does not flash. */
const currentTheme = (): Theme => readTheme(document.documentElement.dataset['theme']);

function setTheme(theme: Theme) {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  document.cookie = preferenceCookie('theme', theme === 'system' ? '' : theme, location.protocol);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ThemeSwitch({ initial }: { initial: Theme }) {
  const theme = useSyncExternalStore(subscribe, currentTheme, () => initial);
  return (
    <SegmentedRadios
      legend={labels.theme}
      name="theme"
      value={theme}
      onChange={setTheme}
      className="flex w-full"
      options={[
        { value: 'system', label: <OptionLabel icon="screen" label={labels.system} /> },
        { value: 'light', label: <OptionLabel icon="sun" label={labels.light} /> },
        { value: 'dark', label: <OptionLabel icon="moon" label={labels.dark} /> },
      ]}
    />
  );
}

function OptionLabel({ icon, label }: { icon: 'screen' | 'sun' | 'moon'; label: string }) {
  return (
    <>
      <Icon name={icon} size={14} className="pointer-events-none" />
      {label}
    </>
  );
}
