'use client';

import { useSyncExternalStore } from 'react';
import { Icon } from '../ui/icon';
import { SegmentedRadios } from '../ui/segmented';
import { readTheme, THEME_COOKIE, type Theme } from '../ui/theme';

const listeners = new Set<() => void>();

/** The server sets this attribute from the cookie, so the theme does not flash. */
const currentTheme = (): Theme => readTheme(document.documentElement.dataset['theme']);

function setTheme(theme: Theme) {
  const root = document.documentElement;
  if (theme === 'system') {
    delete root.dataset['theme'];
    document.cookie = `${THEME_COOKIE}=; path=/; max-age=0; samesite=lax`;
  } else {
    root.dataset['theme'] = theme;
    document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=31536000; samesite=lax`;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function ThemeSwitch({ initial }: { initial: Theme }) {
  const theme = useSyncExternalStore(subscribe, currentTheme, () => initial);
  return (
    <SegmentedRadios
      legend="Theme"
      name="theme"
      value={theme}
      onChange={setTheme}
      className="flex w-full"
      options={[
        { value: 'system', label: <OptionLabel icon="screen" label="System" /> },
        { value: 'light', label: <OptionLabel icon="sun" label="Light" /> },
        { value: 'dark', label: <OptionLabel icon="moon" label="Dark" /> },
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
