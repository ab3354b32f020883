import type { FindingArea } from './findings-collector';
import type { Examination } from './examine-service';

export interface Setting {
  readonly name: string;
  readonly value: string;
}

const titles: Readonly<Record<FindingArea, string>> = {
  live: 'Live',
  sandbox: 'Sandbox',
  source_tool: 'What is sent as source_tool',
  redirect: 'Where customers are sent',
  shape: 'Field names',
};
const areas: readonly FindingArea[] = ['live', 'sandbox', 'source_tool', 'redirect', 'shape'];
const marks = { good: 'ok  ', note: 'note', bad: 'FIX ' } as const;

const resources = {
  tool: 'a source tool',
  created: 'a creation',
  listed: 'a list of imports',
  detailed: 'one import',
} as const;

export function formatReport(
  examination: Examination,
  options: { url: string; sandboxUrl: string; settings: readonly Setting[]; writtenPath: string | null },
): string {
  const lines = [`Checking ${options.url}`, `and its sandbox ${options.sandboxUrl}. Nothing is created.`];
  for (const area of areas) {
    const findings = examination.findings.filter((finding) => finding.area === area);
    const shapes = area === 'shape' ? formatShapes(examination) : [];
    if (findings.length + shapes.length === 0) continue;
    lines.push('', titles[area], ...findings.map(({ grade, message }) => `  ${marks[grade]}  ${message}`), ...shapes);
  }
  if (options.writtenPath !== null) lines.push('', `Written: ${options.writtenPath}`);
  if (options.settings.length > 0)
    lines.push('', 'Settings to add to .env', ...options.settings.map(({ name, value }) => `  ${name}=${value}`));
  if (examination.questions.length > 0)
    lines.push('', 'Ask the operator of the service', ...examination.questions.map((question) => `  - ${question}`));
  const open = examination.findings.filter(({ grade }) => grade === 'bad').length;
  lines.push(
    '',
    open === 0 ? 'Everything works.' : `${open === 1 ? 'One finding needs' : `${open} findings need`} attention.`,
  );
  return `${lines.join('\n')}\n`;
}

function formatShapes({ shapes }: Examination): string[] {
  const lines: string[] = [];
  for (const section of ['tool', 'created', 'listed', 'detailed'] as const) {
    const shape = shapes[section];
    if (shape === undefined) continue;
    const names = Object.entries(shape.fields).map(([fact, { path }]) => `${fact}: ${path}`);
    const around = shape.envelope === null ? '' : ` (the list is at ${shape.envelope})`;
    lines.push(`        ${resources[section]}${around}: ${names.length === 0 ? 'no field found' : names.join(', ')}`);
  }
  return lines;
}
