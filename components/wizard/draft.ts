export interface Draft {
  family: string;
  tool: string;
  toolName: string;
  username: string;
  instanceUrl: string;
  /** Only in memory: never stored or in a URL. */
  token: string;
  startFull: boolean;
  /** An admin sponsors although the month's budget is used up. */
  overrideBudget: boolean;
  reason: string;
  /** The unanswered attempt that this one replaces. */
  replaces: string;
}

export const emptyDraft: Draft = {
  family: '',
  tool: '',
  toolName: '',
  username: '',
  instanceUrl: '',
  token: '',
  startFull: false,
  overrideBudget: false,
  reason: '',
  replaces: '',
};

export const steps = ['tool', 'destination', 'review'] as const;
export type Step = (typeof steps)[number];

export const stepTitles: Record<Step, string> = { tool: 'Source tool', destination: 'Destination', review: 'Review' };

/** Maps the service's field errors to steps. */
const fieldsOfStep: Record<Step, readonly string[]> = {
  tool: ['source_tool', 'family'],
  destination: ['destination_username', 'destination_instance_url', 'destination_token'],
  review: ['start_full', 'override_budget', 'reason'],
};

export const fieldNames: Record<string, string> = {
  source_tool: 'Source tool',
  family: 'Family',
  destination_username: 'Destination username',
  destination_instance_url: 'Instance address',
  destination_token: 'Destination API token',
  start_full: 'Full migration at once',
  override_budget: 'Budget',
  reason: 'Reason',
};

export function stepOfField(field: string): Step | undefined {
  return steps.find((step) => fieldsOfStep[step].includes(field));
}

export function reachableStep(step: Step, draft: Draft): Step {
  if (step !== 'tool' && draft.tool === '') return 'tool';
  if (step === 'review' && draft.username.trim() === '') return 'destination';
  return step;
}

export function isDirty(draft: Draft): boolean {
  return draft.tool !== '' || draft.username !== '' || draft.instanceUrl !== '' || draft.token !== '';
}
