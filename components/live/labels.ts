export const liveLabels = {
  live: 'Updating',
  paused: 'Paused',
  connecting: 'Connecting',
  polling: 'Every 30 s',
  offline: 'Not updating',
  pause: 'Pause live updates',
  resume: 'Resume live updates',
};

const updates = (count: number) => (count === 1 ? '1 update' : `${count} updates`);

export const updatesLabels = {
  announced: updates,
  show: (count: number) => `${updates(count)}, show`,
};
