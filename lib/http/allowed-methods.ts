import { type RouteRow, routeMatrix } from './access-matrix';

const rows: readonly RouteRow[] = Object.values(routeMatrix);

/** For `Allow`, which Next leaves out of a 405. An address of its own comes before one with parameters, as in Next. */
export function allowedMethods(pathname: string): string {
  const exact = rows.filter(({ path }) => path === pathname);
  const found = exact.length > 0 ? exact : rows.filter(({ path }) => toPattern(path).test(pathname));
  return found.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
}

const toPattern = (path: string) =>
  new RegExp(`^${path.replaceAll(/\[(\.{3})?\w+\]/g, (_, rest) => (rest ? '.+' : '[^/]+'))}$`);
