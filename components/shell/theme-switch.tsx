'use client';

import { useSyncExternalStore } from 'react';
import { Icon } from '../ui/icon';
import { SegmentedRadios } from '../ui/segmented';
import { readTheme, THEME_COOKIE, type Theme } from '../ui/theme';

const listeners = new Set<() => void>();

/** The root element is the truth: the server drew it from the cookie, so nothing flashes and nothing can disagree. */
const shown = (): Theme => readTheme(document.documentElement.dataset['theme']);

function choose(theme: string) {
  const root = document.documentElement;
  const chosen = readTheme(theme);
  if (chosen === 'system') {
    delete root.dataset['theme'];
    document.cookie = `${THEME_COOKIE}=; path=/; max-age=0; samesite=lax`;
  } else {
    root.dataset['theme'] = chosen;
    document.cookie = `${THEME_COOKIE}=${chosen}; path=/; max-age=31536000; samesite=lax`;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function ThemeSwitch({ initial }: { initial: Theme }) {
  const theme = useSyncExternalStore(subscribe, shown, () => initial);
  return (
    <SegmentedRadios
      legend="Theme"
      name="theme"
      value={theme}
      onChange={choose}
      className="flex w-full"
      options={[
        { value: 'system', label: <Face icon="screen" label="System" /> },
        { value: 'light', label: <Face icon="sun" label="Light" /> },
        { value: 'dark', label: <Face icon="moon" label="Dark" /> },
      ]}
    />
  );
}

function Face({ icon, label }: { icon: 'screen' | 'sun' | 'moon'; label: string }) {
  return (
    <>
      <Icon name={icon} size={14} className="pointer-events-none" />
      {label}
    </>
  );
}
