import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const app = fileURLToPath(new URL('.', import.meta.url));
const root = dirname(app);

it('has the classes of all components that customer pages import', () => {
  const sheet = readFileSync(join(app, 'customer.css'), 'utf8');
  const sources = [...sheet.matchAll(/@source '([^']+)'/g)].map(([, glob = '']) => toPattern(join('app', glob)));
  const pages = ['(customer)', '(preview)'].flatMap((group) => filesBelow(join(app, group)));
  const errors = ['error.tsx', 'global-error.tsx', 'not-found.tsx'].map((name) => join(app, name));
  const styled = [...findImported([...pages, ...errors])]
    .filter((path) => path.endsWith('-classes.ts') || readFileSync(path, 'utf8').includes('className='))
    .map((path) => relative(root, path));
  expect(styled).toContain('components/ui/avatar.tsx');
  expect(styled.filter((path) => !sources.some((source) => source.test(path)))).toEqual([]);
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join(folder, name));
}

/** The files themselves and all components that they import, directly or not. */
function findImported(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    const targets = [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)].flatMap(
      ([, target = '']) => {
        if (target.startsWith('@/components/')) return [join(root, target.slice(2))];
        return target.startsWith('.') ? [resolve(dirname(file), target)] : [];
      },
    );
    const paths = targets.flatMap((path) => [`${path}.tsx`, `${path}.ts`].filter(existsSync));
    findImported(paths, found);
  }
  return found;
}

function toPattern(glob: string): RegExp {
  const pattern = glob
    .replace(/[.()]/g, String.raw`\$&`)
    .replace(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll('**/', '<any>')
    .replaceAll('*', '[^/]*')
    .replaceAll('<any>', '(?:.*/)?');
  return new RegExp(`^${pattern}$`);
}
