'use client';

import type { ImportCounts } from '@/lib/contract/imports';
import { defaultListView, listHref } from '@/lib/contract/list-view';
import { PageHeader } from '../shell/page';
import { Button } from '../ui/button';
import { LinkButton } from '../ui/link-button';
import { Num } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { useEnvironment } from '../ui/use-environment';
import { headerLabels } from './labels';

export function ImportsHeader({
  counts,
  exportQuery,
  mayCreate,
  onLookUp,
}: {
  counts: ImportCounts;
  exportQuery: string;
  mayCreate: boolean;
  onLookUp: () => void;
}) {
  return (
    <PageHeader
      title={headerLabels.title}
      meta={
        <>
          <Num value={counts.total} /> {headerLabels.known}
          {counts.gone > 0 && (
            <>
              ,{' '}
              <TextLink
                href={listHref({ ...defaultListView, gone: 'only' }, 'live')}
                className="text-meta! hover:underline"
              >
                <Num value={counts.gone} /> {headerLabels.gone}
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
            href={`/api/import-export?${exportQuery}&env=${useEnvironment()}`}
            className="max-md:hidden"
          >
            {headerLabels.exportCsv}
          </LinkButton>
          <Button icon="search" onClick={onLookUp}>
            {headerLabels.lookUp}
          </Button>
          {mayCreate && (
            <LinkButton href="/new" variant="primary" icon="plus">
              {headerLabels.newImport}
            </LinkButton>
          )}
        </>
      }
    />
  );
}
