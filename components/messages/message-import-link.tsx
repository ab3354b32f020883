import Link from 'next/link';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { importHref } from '../import/import-href';

/** In the environment of the message, not of the page. */
export function MessageImportLink({ environment, importId }: { environment: Environment | null; importId: string }) {
  return (
    <Link
      href={envHref(importHref(importId), environment ?? 'live')}
      prefetch={false}
      className="mono text-accent underline-offset-2 [overflow-wrap:anywhere] hover:underline inline-block min-h-6 leading-6 max-md:-my-0.5"
    >
      {importId}
    </Link>
  );
}
