import type { TimelineInput } from '../timeline/build-timeline';

export const emptyTimeline: Omit<TimelineInput, 'points' | 'now'> = {
  facts: [],
  startedBy: undefined,
  decisions: [],
  requests: [],
  notes: [],
  messages: [],
};
