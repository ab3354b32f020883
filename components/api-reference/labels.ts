const { format } = new Intl.NumberFormat('en');

export const apiReferenceLabels = {
  title: 'API reference',
  pointer: 'What a key can do, with fields, errors and examples:',
  version: (version: string) => `Version ${version}`,
  document: 'OpenAPI document',
  contents: 'Contents',
  basics: 'Basics',
  basicsRows: [
    [
      'Keys',
      'Admins create them under Settings > API keys. The scope `create` includes `read`. Keys cannot make payment decisions.',
    ],
    ['Sandbox', 'Send `X-Landfall-Environment: sandbox`. Nothing is created there.'],
    ['Pages', '`GET /api/imports` returns `nextCursor`. Send it as `cursor`, with the same filters, until it is null.'],
    [
      'Repeating',
      'Send an `Idempotency-Key` with every `POST`. The same key and body return the first response again.',
    ],
    ['Changes', 'New fields, values, parameters and operations may be added. Ignore what you do not know.'],
  ] as const,
  objects: 'Objects',
  objectsRemark: 'Inside responses',
  errors: 'Errors',
  errorsRemark: 'application/problem+json',
};

export const operationLabels = {
  scope: (scope: string) => `Scope: ${scope}`,
  parameters: 'Parameters',
  body: 'Body',
  response: (status: string) => `Response ${status}`,
  either: 'One of:',
  errors: 'Errors',
  example: 'Example',
  exampleOf: (summary: string) => `Example: ${summary}`,
  copy: 'Copy example',
  places: { header: 'header', path: 'path', query: 'query' } as Readonly<Record<string, string>>,
};

export const fieldLabels = {
  required: 'required',
  nothing: 'Anything',
  listOf: 'list of ',
  or: ' or ',
  none: 'null',
  values: 'Values:',
  limits: {
    default: (value: string) => `Default: ${value}`,
    between: (least: number, most: number) => `From ${format(least)} to ${format(most)}`,
    characters: (most: number) => `At most ${format(most)} characters`,
    entries: (most: number) => `At most ${format(most)} entries`,
  },
};
