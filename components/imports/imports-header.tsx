'use client';

import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import type { ImportCounts } from '@/lib/contract/imports';
import { defaultListView, listHref } from '@/lib/contract/list-view';
import { PageHeader } from '../shell/page';
import { Button } from '../ui/button';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { TextLink } from '../ui/text-link';

export function ImportsHeader({
  environment,
  counts,
  exportQuery,
  mayCreate,
  onLookUp,
}: {
  environment: Environment;
  counts: ImportCounts;
  exportQuery: string;
  mayCreate: boolean;
  onLookUp: () => void;
}) {
  return (
    <PageHeader
      title="Imports"
      meta={
        <>
          <Num value={counts.total} /> known
          {counts.gone > 0 && (
            <>
              ,{' '}
              <TextLink
                href={listHref({ ...defaultListView, gone: 'only' }, environment)}
                className="text-meta! hover:underline"
              >
                <Num value={counts.gone} /> no longer available
              </TextLink>
            </>
          )}
        </>
      }
      actions={
        <>
          <LinkButton
            plain
            download
            variant="ghost"
            icon="download"
            href={`/api/import-export?${exportQuery}&env=${environment}`}
            className="max-md:hidden"
          >
            Export CSV
          </LinkButton>
          <Button icon="search" onClick={onLookUp}>
            Look up
          </Button>
          {mayCreate && (
            <LinkButton href={envHref('/new', environment)} variant="primary" icon="plus">
              New import
            </LinkButton>
          )}
        </>
      }
    />
  );
}
