import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Prints a CycloneDX bill of materials of everything that is installed for production, on any platform. `npm sbom --omit
 * dev` leaves out packages that development tools need too.
 *
 * @typedef {{ version: string, integrity?: string, license?: string, dev?: boolean, name?: string,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Package
 */
const lockfile = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
/** @type {Map<string, Package>} by path, such as node_modules/next/node_modules/postcss */
const packages = new Map(Object.entries(lockfile.packages));
const production = [...packages].filter(([path, entry]) => path !== '' && entry.dev !== true);

/** @type {(path: string) => string} */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) || lockfile.name;
/** @type {(path: string) => string} */
const purlOf = (path) => `pkg:npm/${nameOf(path).replace('@', '%40')}@${packages.get(path)?.version}`;

/** @type {(path: string) => string[]} the packages that it loads, found as Node finds them */
function dependenciesOf(path) {
  const { dependencies, optionalDependencies } = packages.get(path) ?? {};
  const segments = path
    .split('/node_modules/')
    .map((segment, index) => (index === 0 ? segment : `node_modules/${segment}`));
  const folders = segments.map((_, index) => segments.slice(0, segments.length - index).join('/'));
  const found = Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    const candidates = [...folders.filter((folder) => folder !== ''), ''].map((folder) =>
      folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`,
    );
    const at = candidates.find((candidate) => packages.has(candidate));
    return at === undefined ? [] : [purlOf(at)];
  });
  return [...new Set(found)].sort();
}

const components = production.map(([path, { version, integrity = '', license }]) => ({
  type: 'library',
  'bom-ref': purlOf(path),
  name: nameOf(path),
  version,
  purl: purlOf(path),
  ...(license && {
    licenses: [/ (AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
  }),
  hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
}));
const root = { type: 'application', 'bom-ref': purlOf(''), name: lockfile.name, version: lockfile.version };
const bom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: { timestamp: new Date().toISOString(), component: root },
  components: [...new Map(components.map((component) => [component.purl, component])).values()],
  dependencies: [
    ...new Map([['', {}], ...production].map(([path]) => [purlOf(String(path)), dependenciesOf(String(path))])),
  ].map(([ref, dependsOn]) => ({ ref, dependsOn })),
};
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
