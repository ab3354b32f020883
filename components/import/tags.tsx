'use client';

import Link from 'next/link';
import { useRef, useState } from 'react';
import type { ImportRow, TagsBody } from '@/lib/contract/imports';
import { envHref } from '@/lib/contract/env-href';
import { ProblemNotice } from '../ui/problem-notice';
import { useChangeTags } from '@/lib/query/use-import';
import { chipClasses } from '../ui/chip';
import { Icon } from '../ui/icon';
import { lazyComponent } from '../ui/lazy-component';
import { tagLabels } from './labels';

const TagField = lazyComponent(() => import('./tag-field').then((module) => module.TagField));

export function Tags({ row, mayEdit }: { row: ImportRow; mayEdit: boolean }) {
  const { environment, id } = row;
  const changes = useChangeTags(environment, id);
  const [isAdding, setAdding] = useState(false);
  const [announced, setAnnounced] = useState('');
  const group = useRef<HTMLDivElement>(null);
  // As they will be once the change is stored.
  const tags = changes.isPending ? changes.variables.shown : row.tags;
  const href = (tag: string) =>
    envHref(`/imports?${new URLSearchParams({ tag, gone: 'show' }).toString()}`, environment);
  const focusAdd = () => group.current?.querySelector<HTMLElement>('[data-add], input')?.focus();
  const change = (body: TagsBody, shown: readonly string[], announcement: string) =>
    changes.mutate({ body, shown }, { onSuccess: () => setAnnounced(announcement) });
  if (!mayEdit && tags.length === 0) return null;
  return (
    <>
      <div ref={group} role="group" aria-label={tagLabels.group} className="mt-3 flex flex-wrap items-start gap-1.5">
        {tags.map((tag) => (
          <span key={tag} className="chip max-w-full max-md:h-8 max-md:px-2">
            <Link
              href={href(tag)}
              prefetch={false}
              data-tip={tagLabels.filter(tag)}
              className="truncate hover:underline"
            >
              {tag}
            </Link>
            {mayEdit && (
              <button
                type="button"
                aria-label={tagLabels.remove(tag)}
                className="-me-1 grid size-5 place-items-center rounded-1 text-meta hover:text-ink max-md:size-7"
                onClick={() => {
                  change(
                    { remove: [tag] },
                    tags.filter((other) => other !== tag),
                    tagLabels.removed(tag),
                  );
                  focusAdd();
                }}
              >
                <Icon name="x" size={12} />
              </button>
            )}
          </span>
        ))}
        {mayEdit && !isAdding && (
          <button type="button" data-add className={chipClasses(false, true)} onClick={() => setAdding(true)}>
            <Icon name="plus" size={12} />
            {tagLabels.add}
          </button>
        )}
        {isAdding && (
          <TagField
            environment={environment}
            tags={tags}
            onAdd={(added) =>
              change({ add: [...added] }, [...new Set([...tags, ...added])].sort(), tagLabels.added(added.join(', ')))
            }
            onClose={(refocus) => {
              setAdding(false);
              if (refocus) requestAnimationFrame(focusAdd);
            }}
          />
        )}
      </div>
      <ProblemNotice error={changes.error} className="mt-2" />
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}
