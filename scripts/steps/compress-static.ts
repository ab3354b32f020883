import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Writes a `.br` file next to each static text file that becomes smaller, which `scripts/server/serve-brotli.mjs` serves. */
export async function compressStatic(folder: string): Promise<void> {
  const compress = promisify(brotliCompress);
  const entries = await readdir(folder, { recursive: true });
  await Promise.all(
    entries
      .filter((name) => /\.(js|css|svg|json|txt)$/.test(name))
      .map(async (name) => {
        const content = await readFile(join(folder, name));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        const compressed = await compress(content, { params });
        if (compressed.length < content.length) await writeFile(join(folder, `${name}.br`), compressed);
      }),
  );
}
