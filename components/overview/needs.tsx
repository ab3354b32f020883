import type { ReactNode } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import type { Need } from '@/lib/contract/overview';
import { Section } from '../shell/page';
import { DialIcon } from '../status/status-icon';
import { formatDuration } from '../ui/format-duration';
import { Icon } from '../ui/icon';
import { LinkButton } from '../ui/link-button';
import { Time } from '../ui/time';

/** What waits for this person, worst first, each with one button. */
export function Needs({
  needs,
  environment,
  isAdmin,
  mayDecide,
}: {
  needs: readonly Need[];
  environment: Environment;
  isAdmin: boolean;
  mayDecide: boolean;
}) {
  return (
    <Section title="Needs you" ruled={false} count={needs.length === 0 ? undefined : needs.length}>
      {needs.length === 0 ? (
        <p className="flex items-center gap-2 border-t py-4 text-13 text-ink-2">
          <Icon name="check" className="text-done" /> Nothing waits for you. What comes up appears here by itself.
        </p>
      ) : (
        <ul className="border-t">
          {needs.map((need) => {
            const { icon, title, detail, href, act } = wordsOf(need, isAdmin, mayDecide);
            const oldest = need.kind === 'service' ? need.sinceAt : need.oldestAt;
            return (
              <li
                key={need.kind === 'stuck' ? `stuck ${need.status}` : need.kind}
                className="grid grid-cols-[16px_minmax(0,1fr)_auto_76px] items-center gap-3 border-b border-b-line-soft py-3.25 last:border-b-0 max-md:grid-cols-[16px_minmax(0,1fr)_76px]"
              >
                <span className="self-start pt-0.5">{icon}</span>
                <div className="min-w-0">
                  <p className="font-strong [overflow-wrap:anywhere]">{title}</p>
                  {detail !== '' && <p className="text-12 text-meta [overflow-wrap:anywhere]">{detail}</p>}
                  {oldest !== null && (
                    <p className="text-12 text-meta md:hidden">
                      <Oldest need={need} at={oldest} />
                    </p>
                  )}
                </div>
                <span className="text-12 whitespace-nowrap text-meta max-md:hidden">
                  {oldest !== null && <Oldest need={need} at={oldest} />}
                </span>
                {href === null ? (
                  <span />
                ) : (
                  <LinkButton href={envHref(href, environment)} size="sm" className="w-full">
                    {act}
                    <span className="sr-only">: {title}</span>
                  </LinkButton>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

function Oldest({ need, at }: { need: Need; at: string }) {
  return (
    <>
      {need.kind === 'service' ? 'for' : 'oldest'} <Time at={at} as="age" />
    </>
  );
}

interface Words {
  icon: ReactNode;
  title: string;
  detail: string;
  href: string | null;
  act: string;
}

function wordsOf(need: Need, isAdmin: boolean, mayDecide: boolean): Words {
  switch (need.kind) {
    case 'service':
      return {
        icon: <Icon name="plug" className="text-unkn" />,
        title: need.refused
          ? isAdmin
            ? 'Our token is refused by the migration service'
            : 'Our token is refused, tell an admin'
          : 'The migration service is in trouble',
        detail: `${need.says} Pages show the record meanwhile, and say how old it is.`,
        href: isAdmin ? '/settings/connection' : null,
        act: 'Look',
      };
    case 'unknown-outcomes': {
      const what =
        need.rejects === 0
          ? plural(need.accepts, 'acceptance')
          : need.accepts === 0
            ? plural(need.rejects, 'rejection')
            : plural(need.count, 'decision');
      return {
        icon: <DialIcon dial="outcome-unknown" size={16} className="text-unkn" />,
        title: `${what} went out and no answer came`,
        detail: names(need),
        href: mayDecide ? '/sponsorship?tab=unknown' : '/imports?decision=unknown',
        act: mayDecide ? 'Settle' : 'Open',
      };
    }
    case 'decisions':
      return {
        icon: <Icon name="stamp" className="text-turn" />,
        title: `${plural(need.count, 'customer')} ${need.count === 1 ? 'waits' : 'wait'} for a sponsorship decision${need.forMe > 0 ? `, ${need.forMe} for your approval` : ''}`,
        detail: names(need),
        href: '/sponsorship',
        act: 'Decide',
      };
    case 'unmatched':
      return {
        icon: <Icon name="person" className="text-turn" />,
        title: `${plural(need.count, 'request')} for a full migration ${need.count === 1 ? 'fits' : 'fit'} no import`,
        detail: names(need),
        href: '/sponsorship',
        act: 'Match',
      };
    case 'webhooks':
      return {
        icon: <Icon name="hook" className="text-unkn" />,
        title:
          need.notApplied > 0
            ? `${plural(need.notApplied, 'webhook message')} could not be applied`
            : `${plural(need.badSignature, 'webhook message')} today, and none with a right signature`,
        detail: need.notApplied > 0 ? 'They are tried again by themselves.' : 'Check the secret with the operator.',
        href: need.notApplied > 0 ? '/webhooks?verdict=verified' : '/webhooks?verdict=bad_signature',
        act: 'Open',
      };
    case 'stuck':
      return {
        icon: <Icon name="clock" className="text-wait" />,
        title: `${plural(need.count, 'customer')} ${need.count === 1 ? 'has' : 'have'} been at ${need.status} for over ${overWords(need.afterS)}`,
        detail: names(need),
        href: `/imports?stuck=1&status=${encodeURIComponent(need.status)}&sort=since&direction=asc`,
        act: 'Open',
      };
    case 'warnings':
      return {
        icon: <Icon name="warning" className="text-turn" />,
        title: `${plural(need.count, 'sample')} finished with more than ${need.moreThan} warnings`,
        detail: names(need),
        href: `/imports?warnings=many&status=${encodeURIComponent('Sample migration completed')}`,
        act: 'Open',
      };
  }
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function overWords(afterS: number): string {
  return afterS === 86_400 ? 'a day' : formatDuration(afterS * 1000);
}

/** "a and 30 more", or both where there are two. */
function names({ count, names: known }: { count: number; names: readonly string[] }): string {
  const [first, second] = known;
  if (first === undefined) return '';
  if (count === 1) return first;
  return count === 2 && second !== undefined ? `${first}, ${second}` : `${first} and ${count - 1} more`;
}
