/** Takes secrets that a service echoes out of its words, in the spellings in which they may come back. */
export function createScrubber(secrets: readonly (string | undefined)[]): (text: string) => string {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    // One or two characters would tear ordinary words apart, and are no secret.
    if (secret === undefined || secret.length < 3) continue;
    spellings.add(secret);
    spellings.add(encodeURIComponent(secret.toWellFormed()));
    spellings.add(JSON.stringify(secret).slice(1, -1));
    spellings.add(Buffer.from(secret, 'utf8').toString('base64'));
  }
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((clean, spelling) => clean.replaceAll(spelling, '[secret]'), text);
}
