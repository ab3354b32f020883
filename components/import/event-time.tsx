'use client';

import type { When } from '@/lib/contract/timeline';
import { formatInstant } from '../ui/format-instant';
import { Time } from '../ui/time';
import { useViewer } from '../ui/viewer';
import { timelineLabels } from './labels';

/** `column` puts the later time on top; `sentence` spells the range out. Shows the day, or the seconds, only if the ends differ in them. */
export function EventTime({ when, form }: { when: When; form: 'column' | 'sentence' }) {
  const { zone } = useViewer();
  if (when.certainty === 'exact') {
    return <Time at={when.at} as="clock" className="text-end text-12 leading-5 text-meta" />;
  }
  const { from, to } = when;
  const isSame = (unit: 'date' | 'minute') =>
    from !== null && formatInstant(Date.parse(from), unit, zone) === formatInstant(Date.parse(to), unit, zone);
  const sameDay = isSame('date');
  const sameMinute = sameDay && isSame('minute');
  const end = sameMinute ? 'clock' : sameDay ? 'minute' : 'moment';
  if (form === 'sentence') {
    return from === null ? (
      <>
        {timelineLabels.before} <Time at={to} as="minute" />, {timelineLabels.firstSeen}
      </>
    ) : (
      <>
        {timelineLabels.between} <Time at={from} as={end} /> {timelineLabels.and} <Time at={to} as={end} />
      </>
    );
  }
  return (
    <span className="flex flex-col text-end text-12 leading-5 text-meta">
      <Time at={to} as="minute" />
      {from !== null && !sameMinute && <Time at={from} as={sameDay ? 'minute' : 'day'} />}
    </span>
  );
}
