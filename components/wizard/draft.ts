/** What was typed so far. The token lives in memory alone: never in a draft, an address or a store of the browser. */
export interface Draft {
  family: string;
  tool: string;
  toolName: string;
  username: string;
  instanceUrl: string;
  token: string;
  startFull: boolean;
  reason: string;
}

export const emptyDraft: Draft = {
  family: '',
  tool: '',
  toolName: '',
  username: '',
  instanceUrl: '',
  token: '',
  startFull: false,
  reason: '',
};

export const steps = ['tool', 'destination', 'review'] as const;
export type Step = (typeof steps)[number];

/** Which step an error of the service belongs to, by the field it names. */
export const fieldsOfStep: Record<Step, readonly string[]> = {
  tool: ['source_tool', 'family'],
  destination: ['destination_username', 'destination_instance_url', 'destination_token'],
  review: ['start_full', 'reason'],
};
