type Preference = 'theme' | 'zone' | 'rail';

/** The text for `document.cookie`. An empty value removes it. With https, only this host can set it. */
export function preferenceCookie(name: Preference, value: string, protocol: string): string {
  const secure = protocol === 'https:';
  const maxAgeS = value === '' ? 0 : 31_536_000;
  return `${secure ? '__Host-' : ''}${name}=${value}; path=/; max-age=${maxAgeS}; samesite=lax${secure ? '; secure' : ''}`;
}

export function readPreference(
  jar: { get(name: string): { value: string } | undefined },
  name: Preference,
): string | undefined {
  return (jar.get(`__Host-${name}`) ?? jar.get(name))?.value;
}
