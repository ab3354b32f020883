'use client';

import { usePathname } from 'next/navigation';
import { envHref } from '@/lib/contract/env-href';
import { useEnvironment } from '../ui/use-environment';
import { LinkTabs } from '../ui/link-tabs';

export function SettingsTabs({ sections }: { sections: readonly { href: string; label: string }[] }) {
  const pathname = usePathname();
  const environment = useEnvironment();
  return (
    <LinkTabs
      label="Sections of settings"
      className="mt-2"
      tabs={sections.map(({ href, label }) => ({
        href: envHref(href, environment),
        label,
        current: pathname === href,
      }))}
    />
  );
}
