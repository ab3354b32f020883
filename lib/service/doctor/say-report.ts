import type { Part } from './case-notes';
import type { Examination } from './examine-service';

export interface Setting {
  readonly name: string;
  readonly value: string;
}

const titles: Readonly<Record<Part, string>> = {
  live: 'The service, live',
  sandbox: 'The sandbox',
  source_tool: 'What is sent as source_tool',
  redirect: 'Where customers are sent',
  shape: 'How it speaks',
};
const parts: readonly Part[] = ['live', 'sandbox', 'source_tool', 'redirect', 'shape'];
const marks = { good: 'ok  ', note: 'note', bad: 'DO  ' } as const;

const resources = {
  tool: 'a source tool',
  created: 'a creation',
  listed: 'a list of imports',
  detailed: 'one import',
} as const;

/** The report for whoever sits at the console. It ends with one line that says whether something is to be done. */
export function sayReport(
  examination: Examination,
  told: { url: string; sandboxUrl: string; settings: readonly Setting[]; wrote: string | null },
): string {
  const lines = [`Looking at ${told.url}`, `and its sandbox ${told.sandboxUrl}. Nothing is created.`];
  for (const part of parts) {
    const findings = examination.findings.filter((finding) => finding.part === part);
    const shapes = part === 'shape' ? sayShapes(examination) : [];
    if (findings.length + shapes.length === 0) continue;
    lines.push('', titles[part], ...findings.map(({ grade, says }) => `  ${marks[grade]}  ${says}`), ...shapes);
  }
  if (told.wrote !== null) lines.push('', `Written: ${told.wrote}`);
  if (told.settings.length > 0)
    lines.push('', 'Settings to add to .env', ...told.settings.map(({ name, value }) => `  ${name}=${value}`));
  if (examination.questions.length > 0)
    lines.push('', 'Ask the operator of the service', ...examination.questions.map((question) => `  - ${question}`));
  const open = examination.findings.filter(({ grade }) => grade === 'bad').length;
  lines.push('', open === 0 ? 'All is well.' : `${open === 1 ? 'One thing is' : `${open} things are`} to be done.`);
  return `${lines.join('\n')}\n`;
}

function sayShapes({ shapes }: Examination): string[] {
  const lines: string[] = [];
  for (const section of ['tool', 'created', 'listed', 'detailed'] as const) {
    const shape = shapes[section];
    if (shape === undefined) continue;
    const names = Object.entries(shape.names).map(([fact, { path }]) => `${fact}: ${path}`);
    const around = shape.envelope === null ? '' : ` (the list is at ${shape.envelope})`;
    lines.push(
      `        ${resources[section]}${around}: ${names.length === 0 ? 'nothing recognised' : names.join(', ')}`,
    );
  }
  return lines;
}
