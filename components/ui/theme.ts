export type Theme = 'light' | 'dark' | 'system';

export const THEME_COOKIE = 'theme';

/** What a cookie says about the theme; anything else follows the system. */
export function readTheme(cookie: string | undefined): Theme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'system';
}
