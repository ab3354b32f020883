/** @param {string} host */
export function isLoopbackHost(host) {
  return /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/i.test(host);
}
