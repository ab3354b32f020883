'use client';

import { useState } from 'react';
import type { ConnectionSetup } from '@/lib/contract/connection';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { lazyComponent } from '../ui/lazy-component';
import { TextLink } from '../ui/text-link';
import { checklistLabels, checklistTexts as texts, goLiveLabels } from './connection-labels';

const GoLiveDialog = lazyComponent(() => import('./go-live-dialog').then((module) => module.GoLiveDialog));

export function GoLiveChecklist({ setup: { checklist, mayGoLive, form } }: { setup: ConnectionSetup }) {
  const [asking, setAsking] = useState(false);
  const left = checklist.filter(({ done }) => !done).length;
  return (
    <Section title={texts.title} ruled={false} remark={left === 0 ? texts.allDone : texts.left(left)}>
      <ul className="grid gap-2 text-13">
        {checklist.map(({ id, done }) => {
          const { label, hint, href } = checklistLabels[id];
          return (
            <li key={id} className="flex gap-2">
              <Icon
                name={done ? 'check' : 'minus'}
                size={14}
                className={done ? 'mt-0.75 text-done' : 'mt-0.75 text-meta'}
              />
              <span className="min-w-0">
                <span className="sr-only">{done ? texts.done : texts.toDo}</span>
                {href === undefined || done ? label : <TextLink href={href}>{label}</TextLink>}
                {!done && <span className="block text-12 text-meta">{hint}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {mayGoLive && (
        <Button variant="primary" className="mt-4" onClick={() => setAsking(true)}>
          {goLiveLabels.button}
        </Button>
      )}
      {asking && <GoLiveDialog version={form.version} onClose={() => setAsking(false)} />}
    </Section>
  );
}
