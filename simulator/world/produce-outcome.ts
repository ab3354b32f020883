import type { Random } from '../random';
import type { Outcome, Warning } from './import-record';
import type { FamilySlug } from './tools';

interface WarningKind {
  kind: string;
  itemType: string;
  /** With `{file}`, `{field}`, `{person}` or `{digit}`, which are chosen at random. */
  text: string;
}

const files = [
  'hull-survey-2025.zip',
  'warehouse-tour.mov',
  'invoice-archive.zip',
  'site-plan.dwg',
  'board-pack.pptx',
] as const;
const fields = ['Contract tier', 'Renewal owner', 'Legacy priority', 'VAT number', 'Escalation group'] as const;
const people = [
  'd.osei',
  'former-agent-2',
  'k.lund',
  'night-shift',
  'p.haas',
  'temp-2023',
  's.ivanova',
  'interns',
] as const;

const warningKinds: Record<FamilySlug, readonly [WarningKind, ...WarningKind[]]> = {
  'help-desk': [
    { kind: 'attachment_too_large', itemType: 'ticket', text: 'Attachment {file} over 20 MB, left out' },
    { kind: 'field_without_match', itemType: 'ticket', text: 'Custom field "{field}" has no match' },
    { kind: 'author_not_found', itemType: 'comment', text: 'Author {person} not found, filed under the owner' },
    { kind: 'html_trimmed', itemType: 'comment', text: 'HTML trimmed to text' },
  ],
  crm: [
    { kind: 'field_without_match', itemType: 'contact', text: 'Custom field "{field}" has no match' },
    { kind: 'duplicate_merged', itemType: 'company', text: 'Duplicate by domain, merged into the older record' },
    { kind: 'invalid_email', itemType: 'contact', text: 'E-mail address is not valid, kept as a note' },
    { kind: 'owner_not_found', itemType: 'deal', text: 'Owner {person} not found, filed under the account owner' },
  ],
  'project-management': [
    { kind: 'attachment_too_large', itemType: 'task', text: 'Attachment {file} over 20 MB, left out' },
    { kind: 'dependency_skipped', itemType: 'task', text: 'Depends on a task outside the migration, link left out' },
    { kind: 'assignee_not_found', itemType: 'task', text: 'Assignee {person} not found, left unassigned' },
  ],
  'knowledge-base': [
    { kind: 'macro_flattened', itemType: 'article', text: 'Macro has no counterpart, flattened to text' },
    { kind: 'broken_link', itemType: 'article', text: 'Link to an article outside the migration, left as it was' },
    { kind: 'image_missing', itemType: 'article', text: 'Image figure-{digit}.png could not be read from the source' },
  ],
};

const recordTypes: Record<FamilySlug, readonly [type: string, low: number, high: number][]> = {
  'help-desk': [
    ['tickets', 40, 220],
    ['comments', 120, 900],
    ['contacts', 20, 160],
    ['companies', 3, 40],
    ['attachments', 0, 70],
  ],
  crm: [
    ['contacts', 60, 320],
    ['companies', 12, 90],
    ['deals', 8, 110],
    ['notes', 20, 260],
    ['activities', 10, 180],
  ],
  'project-management': [
    ['projects', 2, 14],
    ['tasks', 50, 420],
    ['comments', 40, 500],
    ['attachments', 0, 90],
  ],
  'knowledge-base': [
    ['categories', 2, 16],
    ['articles', 20, 180],
    ['images', 0, 240],
  ],
};

export function produceOutcome(family: FamilySlug, run: 'sample' | 'full', random: Random): Outcome {
  const size = run === 'full' ? random.int(8, 60) : 1;
  const counts: Record<string, number> = {};
  for (const [type, low, high] of recordTypes[family]) counts[type] = random.int(low, high) * size;

  const total = random.int(2, 48);
  const unmatched = random.chance(0.5) ? [] : people.slice(0, random.int(1, Math.min(people.length, total - 1)));
  return {
    counts,
    users: { matched: total - unmatched.length, total, unmatched },
    warnings: produceWarnings(family, pickWarningCount(run, random), random),
  };
}

function pickWarningCount(run: 'sample' | 'full', random: Random): number {
  const max = run === 'full' ? 240 : 70;
  return random.weighted<number>([
    [0, 45],
    [random.int(1, 5), 30],
    [random.int(6, 20), 18],
    [random.int(21, max), 7],
  ]);
}

export function produceWarnings(family: FamilySlug, count: number, random: Random): Warning[] {
  return Array.from({ length: count }, () => {
    const { kind, itemType, text } = random.pick(warningKinds[family]);
    const item = String(random.int(1_000, 49_999));
    const filled = text
      .replace('{file}', () => random.pick(files))
      .replace('{field}', () => random.pick(fields))
      .replace('{person}', () => random.pick(people))
      .replace('{digit}', () => String(random.int(1, 9)));
    return { kind, itemType, item, text: filled };
  });
}
