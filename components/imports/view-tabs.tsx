'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Environment } from '@/lib/contract/environment';
import type { ImportCounts } from '@/lib/contract/imports';
import { listHref, writeListQuery, type ListView } from '@/lib/contract/list-address';
import type { SavedView, SavedViews } from '@/lib/contract/saved-views';
import { useChangeViews, useSavedViews } from '@/lib/query/use-saved-views';
import { Button } from '../ui/button';
import { LinkTabs } from '../ui/link-tabs';
import { Menu } from '../ui/menu';
import { Num } from '../ui/number';
import { toast } from '../ui/toast-store';
import { currentView, namedViews } from './list-views';

const SaveViewDialog = dynamic(() => import('./save-view-dialog').then((module) => module.SaveViewDialog), {
  ssr: false,
});

/** Views above the chips: everybody's, one's own, and those that others share. */
export function ViewTabs({
  environment,
  view,
  counts,
  drawn,
}: {
  environment: Environment;
  view: ListView;
  counts: ImportCounts;
  drawn: SavedViews;
}) {
  const saved = useSavedViews(drawn);
  const { change, remove } = useChangeViews();
  const [asking, setAsking] = useState<{ saved: SavedView | null } | null>(null);
  const views = namedViews(counts, saved.data.views);
  const current = currentView(views, view);
  const mine = current?.saved?.mine === true ? current.saved : undefined;
  const failed = (error: Error) =>
    toast({ tone: 'error', title: 'The view could not be changed', detail: error.message });

  return (
    <>
      <LinkTabs
        label="Views"
        className="mt-3"
        tabs={views.map((one) => ({
          href: listHref(one.view, environment),
          label: one.name,
          count: one.count === undefined ? undefined : <Num value={one.count} />,
          current: one === current,
        }))}
        end={
          mine ? (
            <Menu
              variant="quiet"
              size="sm"
              icon="bookmark"
              label="Edit view"
              items={[
                { key: 'rename', label: 'Rename', icon: 'edit', onSelect: () => setAsking({ saved: mine }) },
                {
                  key: 'update',
                  label: 'Save the order too',
                  icon: 'check',
                  disabled: writeListQuery(view) === mine.query,
                  onSelect: () => change.mutate({ id: mine.id, query: writeListQuery(view) }, { onError: failed }),
                },
                {
                  key: 'share',
                  label: mine.shared ? 'Stop sharing' : 'Share with everybody',
                  icon: 'two',
                  onSelect: () => change.mutate({ id: mine.id, shared: !mine.shared }, { onError: failed }),
                },
                'separator',
                {
                  key: 'delete',
                  label: 'Delete view',
                  icon: 'trash',
                  onSelect: () => remove.mutate({ id: mine.id }, { onError: failed }),
                },
              ]}
            />
          ) : (
            <Button variant="quiet" size="sm" icon="bookmark" onClick={() => setAsking({ saved: null })}>
              Save view
            </Button>
          )
        }
      />
      {asking && <SaveViewDialog saved={asking.saved} query={writeListQuery(view)} onClose={() => setAsking(null)} />}
    </>
  );
}
