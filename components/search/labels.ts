export const searchFieldLabels = {
  form: 'Imports, customers and pages',
  field: 'Search customer, import ID or tool',
  shortcut: 'Search',
  shortcutGroup: 'Everywhere',
};

export const paletteLabels = {
  title: 'Search',
  field: 'Search pages, imports and actions',
  closeKey: 'Esc',
};

export const hitLabels = {
  list: 'Results',
  customer: 'Customer, all imports',
  page: 'Page',
  action: 'Action',
  gone: 'No longer available',
  newImport: 'New import',
  stuckImports: 'Show stuck imports',
  manyWarnings: 'Show imports with many warnings',
  matching: (query: string) => `Show imports matching “${query}”`,
  lookUp: (query: string) => `Look up “${query}” at the service`,
  failed: 'Imports could not be searched. Pages and actions still work.',
};
