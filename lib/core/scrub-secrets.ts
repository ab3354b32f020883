/** Replaces secrets as they are, in URLs, in JSON and in base64. */
export function createScrubber(secrets: readonly (string | undefined)[]): (text: string) => string {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    // Replacing one or two characters would garble ordinary text.
    if (secret === undefined || secret.length < 3) continue;
    spellings.add(secret);
    spellings.add(encodeURIComponent(secret.toWellFormed()));
    spellings.add(JSON.stringify(secret).slice(1, -1));
    spellings.add(Buffer.from(secret, 'utf8').toString('base64'));
  }
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((clean, spelling) => clean.replaceAll(spelling, '[secret]'), text);
}
