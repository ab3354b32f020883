export const families = [
  { title: 'Help desk', slug: 'help-desk' },
  { title: 'CRM', slug: 'crm' },
  { title: 'Project management', slug: 'project-management' },
  { title: 'Knowledge base', slug: 'knowledge-base' },
] as const;

export type FamilySlug = (typeof families)[number]['slug'];

export interface Tool {
  readonly name: string;
  readonly slug: string;
  readonly families: readonly [FamilySlug, ...FamilySlug[]];
}

const rows: readonly [name: string, families: readonly [FamilySlug, ...FamilySlug[]]][] = [
  ['Zendesk', ['help-desk', 'knowledge-base']],
  ['Freshdesk', ['help-desk', 'knowledge-base']],
  ['HubSpot', ['crm', 'help-desk']],
  ['Pipedrive', ['crm']],
  ['Highrise', ['crm']],
  ['Help Scout', ['help-desk', 'knowledge-base']],
  ['Intercom', ['help-desk', 'knowledge-base']],
  ['Front', ['help-desk']],
  ['Kayako', ['help-desk']],
  ['Groove', ['help-desk', 'knowledge-base']],
  ['LiveAgent', ['help-desk']],
  ['Zoho Desk', ['help-desk']],
  ['Desk.com', ['help-desk']],
  ['UserVoice', ['help-desk', 'knowledge-base']],
  ['HappyFox', ['help-desk']],
  ['Gorgias', ['help-desk']],
  ['Jira Service Management', ['help-desk', 'project-management']],
  ['ServiceNow', ['help-desk']],
  ['osTicket', ['help-desk']],
  ['Salesforce', ['crm', 'help-desk']],
  ['Zoho CRM', ['crm']],
  ['SugarCRM', ['crm']],
  ['Insightly', ['crm', 'project-management']],
  ['Nimble', ['crm']],
  ['Copper', ['crm']],
  ['Close', ['crm']],
  ['Capsule', ['crm']],
  ['Batchbook', ['crm']],
  ['Microsoft Dynamics 365', ['crm']],
  ['Agile CRM', ['crm']],
  ['Base CRM', ['crm']],
  ['Solve360', ['crm']],
  ['Act!', ['crm']],
  ['Asana', ['project-management']],
  ['Trello', ['project-management']],
  ['Basecamp', ['project-management']],
  ['monday.com', ['project-management']],
  ['Wrike', ['project-management']],
  ['Teamwork', ['project-management']],
  ['ClickUp', ['project-management']],
  ['Redmine', ['project-management']],
  ['Pivotal Tracker', ['project-management']],
  ['Confluence', ['knowledge-base']],
  ['Notion', ['knowledge-base', 'project-management']],
  ['Guru', ['knowledge-base']],
  ['Document360', ['knowledge-base']],
  ['MediaWiki', ['knowledge-base']],
  ['CSV files', ['crm', 'help-desk']],
];

export const tools: readonly Tool[] = rows.map(([name, toolFamilies]) => {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return { name, slug: words.join('-'), families: toolFamilies };
});

const bySlug = new Map(tools.map((tool) => [tool.slug, tool]));

export function toolOf(slug: string): Tool {
  const tool = bySlug.get(slug);
  if (tool === undefined) throw new Error(`No source tool has the slug ${slug}.`);
  return tool;
}

export function familyOf(slug: FamilySlug): (typeof families)[number] {
  return families.find((family) => family.slug === slug) ?? families[0];
}
