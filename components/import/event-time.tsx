'use client';

import type { When } from '@/lib/contract/timeline';
import { formatInstant } from '../ui/format-instant';
import { Time } from '../ui/time';
import { useViewer } from '../ui/viewer';
import { timelineLabels } from './labels';

/** `column` puts the later time on top; `sentence` spells the range out. The day is named if the ends differ. */
export function EventTime({ when, form }: { when: When; form: 'column' | 'sentence' }) {
  const { zone } = useViewer();
  if (when.certainty === 'exact') {
    return (
      <span className="text-end text-12 leading-5 text-meta">
        <Time at={when.at} as="clock" />
      </span>
    );
  }
  const { from, to } = when;
  const dayOf = (at: string) => formatInstant(Date.parse(at), 'date', zone);
  const sameDay = from !== null && dayOf(from) === dayOf(to);
  if (form === 'sentence') {
    return from === null ? (
      <>
        {timelineLabels.before} <Time at={to} as="minute" />, {timelineLabels.firstSeen}
      </>
    ) : (
      <>
        {timelineLabels.between} <Time at={from} as={sameDay ? 'minute' : 'moment'} /> {timelineLabels.and}{' '}
        <Time at={to} as={sameDay ? 'minute' : 'moment'} />
      </>
    );
  }
  return (
    <span className="flex flex-col text-end text-12 leading-5 text-meta">
      <Time at={to} as="minute" />
      {from !== null && <Time at={from} as={sameDay ? 'minute' : 'day'} />}
    </span>
  );
}
