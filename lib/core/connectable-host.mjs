/**
 * Where a process on this machine reaches the app.
 *
 * @param {string} host an address to listen on, which may mean all of them
 */
export function connectableHost(host) {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' || host === '[::]' ? '::1' : host;
}
