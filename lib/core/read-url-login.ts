/** The user and password of a URL. Undefined if they cannot be decoded, such as `50%off`. */
export function readUrlLogin({ username, password }: URL): { user: string; pass: string } | undefined {
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}
