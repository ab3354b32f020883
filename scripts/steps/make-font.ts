import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const source = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

export const fontFile = 'app/fonts/inter.woff2';

/**
 * ASCII, the letters of Western European languages, and the punctuation of our texts. Everything else is in the files of
 * @fontsource-variable/inter, which browsers load when a text needs them.
 *
 * @internal Exported for tests.
 */
export const fontRange =
  'U+0020-007E, U+00A0-00A1, U+00A7, U+00A9-00AB, U+00B7, U+00BA-00BB, U+00BF-00FF, U+0152-0153, U+2013-2014, ' +
  'U+2018-201A, U+201C-201E, U+2022, U+2026, U+202F, U+20AC, U+2212';

/** The file that every page loads: few characters, the two weights in use, kerning and tabular figures. */
export async function makeFont(): Promise<Buffer> {
  return subsetFont(readFileSync(source), charactersIn(fontRange), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 560, default: 400 } },
    keepFeatures: ['kern', 'tnum', 'ccmp', 'locl'],
  });
}

/** @internal Exported for tests. */
export function charactersIn(range: string): string {
  return range
    .split(', ')
    .map((part) => {
      const [first = 0, last = first] = part
        .slice(2)
        .split('-')
        .map((digits) => parseInt(digits, 16));
      return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, step) => first + step));
    })
    .join('');
}
