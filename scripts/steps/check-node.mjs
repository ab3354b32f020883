// Any installed Node version must be able to parse this file, so it uses old syntax.

const minNodeVersion = '20.19';

/**
 * @param {string} version such as 20.19.0
 * @returns {string} why this Node is too old, or an empty string
 */
export function nodeVersionProblem(version) {
  const have = version.split('.').map(Number);
  const need = minNodeVersion.split('.').map(Number);
  const major = (have[0] || 0) - (need[0] || 0);
  const minor = (have[1] || 0) - (need[1] || 0);
  if (major > 0 || (major === 0 && minor >= 0)) return '';
  return 'Landfall needs Node ' + minNodeVersion + ' or newer, and this is Node ' + version + '.';
}
