export const emptyDraft = {
  family: '',
  tool: '',
  toolName: '',
  username: '',
  instanceUrl: '',
  /** Only in memory: never stored or in a URL. */
  token: '',
  startFull: false,
  /** An admin sponsors although the month's budget is used up. */
  reason: '',
  /** The unanswered attempt that this one replaces. */
  replaces: '',
};

export type Draft = typeof emptyDraft;

export interface StepProps {
  draft: Draft;
  errorsOf: (field: string) => readonly string[];
  onChange: (part: Partial<Draft>) => void;
}

export const steps = ['tool', 'destination', 'review'] as const;
export type Step = (typeof steps)[number];

export const stepTitles: Record<Step, string> = { tool: 'Source tool', destination: 'Destination', review: 'Review' };

/** The service's fields: where they are entered and as which part of the draft. */
const fields: Record<string, { step: Step; label: string; part: keyof Draft }> = {
  source_tool: { step: 'tool', label: 'Source tool', part: 'tool' },
  family: { step: 'tool', label: 'Family', part: 'family' },
  destination_username: { step: 'destination', label: 'Destination username', part: 'username' },
  destination_instance_url: { step: 'destination', label: 'Instance address', part: 'instanceUrl' },
  destination_token: { step: 'destination', label: 'Destination API token', part: 'token' },
  start_full: { step: 'review', label: 'Full migration at once', part: 'startFull' },
  reason: { step: 'review', label: 'Reason', part: 'reason' },
};

export function findField(name: string) {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function reachableStep(step: Step, draft: Draft): Step {
  if (step !== 'tool' && draft.tool === '') return 'tool';
  if (step === 'review' && draft.username.trim() === '') return 'destination';
  return step;
}

export function isDirty(draft: Draft): boolean {
  return draft.tool !== '' || draft.username !== '' || draft.instanceUrl !== '' || draft.token !== '';
}
