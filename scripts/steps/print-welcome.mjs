/**
 * @param {{ address: string, staffCount?: number, demoAccounts: readonly { email: string, role: string, password: string }[] }} greeting
 * @returns {string}
 */
export function formatWelcome({ address, staffCount, demoAccounts }) {
  const lines = ['', `  Landfall is at ${address}`, ''];
  if (demoAccounts.length > 0) {
    const width = (/** @type {'email' | 'role'} */ field) => Math.max(...demoAccounts.map((one) => one[field].length));
    lines.push('  Demo accounts, for this machine only:');
    for (const { role, email, password } of demoAccounts) {
      lines.push(`    ${role.padEnd(width('role'))}  ${email.padEnd(width('email'))}  ${password}`);
    }
    lines.push('');
  } else if (staffCount === 0) {
    lines.push('  Nobody can sign in yet. Make the first admin with');
    lines.push('    npm run staff -- add you@company.example --role admin', '');
  }
  lines.push('  Press Ctrl-C to stop.', '');
  return lines.join('\n');
}
