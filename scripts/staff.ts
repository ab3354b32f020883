import { parseArgs } from 'node:util';
import { roles } from '../lib/contract/roles';
import { type AccountLink, staffEntrySchema, staffWithLinkSchema } from '../lib/contract/staff';
import { z } from 'zod';
import { readStdin, runMain, UsageError } from './run-main';
import { type CallCommand, withCommands } from './with-commands';

const help = `People who may sign in to Landfall.

  npm run staff -- add EMAIL --role viewer|agent|approver|admin [--name NAME] [--password-stdin | --company-account]
  npm run staff -- reset EMAIL [--password-stdin]     removes password, passkeys and codes; ends every session
  npm run staff -- role EMAIL --role ROLE
  npm run staff -- disable EMAIL                      ends every session; the history stays
  npm run staff -- enable EMAIL
  npm run staff -- sign-out EMAIL                     ends every session
  npm run staff -- unlink EMAIL                       forgets the company account and ends every session
  npm run staff -- list

Add and reset print a link for choosing a password. It is valid for 24 hours and works once. With --password-stdin they
read the password instead, reset also for a company account. Without it, reset removes the password of a company account
and prints no link. After unlink, the next company account with this e-mail address is linked.
`;

const subcommands = ['add', 'reset', 'role', 'disable', 'enable', 'sign-out', 'unlink', 'list'] as const;

async function main(): Promise<number> {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      name: { type: 'string' },
      'password-stdin': { type: 'boolean' },
      'company-account': { type: 'boolean' },
    },
  });
  const [name = '', email = ''] = positionals;
  if (name === 'help') {
    process.stdout.write(help);
    return 0;
  }
  const command = subcommands.find((known) => known === name);
  if (command === undefined) throw new UsageError(name === '' ? 'A command is missing.' : `Unknown command "${name}".`);
  if (command !== 'list' && !email.includes('@')) throw new UsageError('An e-mail address is missing.');
  if ((command === 'add' || command === 'role') && !roles.some((role) => role === options.role)) {
    throw new UsageError(`A role is missing: --role ${roles.join('|')}.`);
  }
  const password = options['password-stdin'] ? await readStdin() : undefined;
  return withCommands(async (call) => {
    process.stdout.write(await runSubcommand(call, command, email, { ...options, password }));
    return 0;
  });
}

const doneTexts = {
  disable: 'is disabled',
  enable: 'can sign in again',
  'sign-out': 'is signed out everywhere',
  unlink: 'is no longer linked to a company account. All sessions have ended',
};

async function runSubcommand(
  call: CallCommand,
  command: (typeof subcommands)[number],
  email: string,
  options: { role?: string; name?: string; 'company-account'?: boolean; password?: string | undefined },
): Promise<string> {
  const { role, password } = options;
  const secret = password === undefined ? {} : { password };
  switch (command) {
    case 'add': {
      const way = options['company-account'] ? 'oidc' : 'local';
      const args = { email, name: options.name ?? '', role, way, ...secret };
      const account = staffWithLinkSchema.parse(await call('staff.add', args));
      return `${account.email} can sign in as ${role}.\n${linkLines(account.link)}`;
    }
    case 'reset': {
      const account = staffWithLinkSchema.parse(await call('staff.reset', { email, ...secret }));
      const done = password === undefined ? 'no longer has a password' : 'has a new password';
      return `${account.email} ${done}. All sessions have ended.\n${linkLines(account.link)}`;
    }
    case 'role':
      await call('staff.role', { email, role });
      return `${email} is ${role} now.\n`;
    case 'list':
      return formatStaffList(z.array(staffEntrySchema).parse(await call('staff.list', {})));
    default:
      await call(`staff.${command}`, { email });
      return `${email} ${doneTexts[command]}.\n`;
  }
}

function linkLines(link: AccountLink | null): string {
  if (link === null) return '';
  return `To choose a password, open this link before ${link.expiresAt.slice(0, 16)}Z. It works once:\n${link.url}\n`;
}

function formatStaffList(staff: readonly z.infer<typeof staffEntrySchema>[]): string {
  if (staff.length === 0) return 'No staff yet. Add the first admin: npm run staff -- add EMAIL --role admin\n';
  const width = Math.max(...staff.map((entry) => entry.email.length));
  return staff
    .map((entry) => {
      const seen = entry.lastSeenAt === null ? 'never signed in' : `seen ${entry.lastSeenAt.slice(0, 16)}Z`;
      const state = entry.disabled ? 'disabled' : entry.needsPassword ? 'no password yet' : seen;
      return `${entry.email.padEnd(width)}  ${entry.role.padEnd(8)}  ${entry.source.padEnd(5)}  ${state}\n`;
    })
    .join('');
}

await runMain(main, help);
