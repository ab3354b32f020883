/** Labels by address. In their own file, because the search loads them on every page. */
export const settingsSections = {
  '/settings/staff': 'Staff',
  '/settings/branding': 'Branding',
  '/settings/embed': 'Embed',
  '/settings/sponsorship': 'Sponsorship policy',
  '/settings/warnings': 'Warnings',
  '/settings/customer-emails': 'Customer e-mails',
  '/settings/texts': 'Texts',
  '/settings/notifications': 'Notifications',
  '/settings/messages': 'Messages',
  '/settings/connection': 'Connection',
  '/settings/api-keys': 'API keys',
  '/settings/data': 'Data and retention',
};
