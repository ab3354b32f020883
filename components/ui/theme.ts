export type Theme = 'light' | 'dark' | 'system';

/** Any other value follows the system. */
export function readTheme(cookie: string | undefined): Theme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'system';
}
