import type { Language } from '@/lib/contract/languages';
import type { fieldLabels } from './labels';

export const emptyDraft = {
  family: '',
  tool: '',
  toolName: '',
  username: '',
  instanceUrl: '',
  contactEmail: '',
  /** The language of the e-mails to the customer. */
  language: 'en' as Language,
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

/** What follows a creation: the migration opens in this tab, or its link is shown to be sent. */
export type Ending = 'continue' | 'share';

/** The service's fields: where they are entered and as which part of the draft. */
const fields: Record<string, { step: Step; part: keyof typeof fieldLabels }> = {
  source_tool: { step: 'tool', part: 'tool' },
  family: { step: 'tool', part: 'family' },
  destination_username: { step: 'destination', part: 'username' },
  destination_instance_url: { step: 'destination', part: 'instanceUrl' },
  contact_email: { step: 'destination', part: 'contactEmail' },
  language: { step: 'destination', part: 'language' },
  destination_token: { step: 'destination', part: 'token' },
  start_full: { step: 'review', part: 'startFull' },
  reason: { step: 'review', part: 'reason' },
};

export function findField(name: string) {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function reachableStep(step: Step, draft: Draft): Step {
  if (step !== 'tool' && draft.tool === '') return 'tool';
  if (step === 'review' && draft.username.trim() === '') return 'destination';
  return step;
}

/** A username from the URL is not the person's input. */
export function isDirty(draft: Draft, prefilled: string): boolean {
  return draft.tool !== '' || draft.username !== prefilled || draft.instanceUrl !== '' || draft.token !== '';
}
