import type { ReactNode } from 'react';
import type { Role } from '@/lib/contract/roles';
import { Icon } from '../ui/icon';

const roleDescriptions: Record<Role, string> = {
  viewer: 'reads',
  agent: 'creates imports',
  approver: 'decides sponsorship',
  admin: 'runs everything',
};

export function DemoAccounts({
  accounts,
  children,
}: {
  accounts: readonly { email: string; role: Role; password: string }[];
  /** The hidden fields that every sign-in form needs. */
  children: ReactNode;
}) {
  return (
    <section aria-labelledby="demo-accounts" className="mt-6">
      <h2
        id="demo-accounts"
        className="flex items-center gap-3 text-12 font-normal text-meta before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        demo accounts of this machine
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-2">
        {accounts.map((account) => (
          <li key={account.email}>
            <form action="/api/auth/callback/credentials" method="post">
              {children}
              <input type="hidden" name="email" value={account.email} />
              <input type="hidden" name="password" value={account.password} />
              <button
                type="submit"
                data-tip={account.email}
                className="group/demo flex w-full items-center gap-2 rounded-2 border border-line-strong py-1.5 ps-3 pe-2 text-start hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span className="block text-13 font-strong capitalize">{account.role}</span>
                  <span className="block truncate text-12 text-meta">{roleDescriptions[account.role]}</span>
                </span>
                <Icon name="right" size={12} className="text-meta rtl:-scale-x-100" />
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
