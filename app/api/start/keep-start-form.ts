import type { StartFormFields, ToolRequestFields } from '@/lib/contract/start';
import type { StartDeps } from '@/lib/start/start-deps';
import { keepTypedForm } from '@/lib/start/typed-form';

/** All that was typed into the start form, for the page that shows it again. */
export function keepStartForm(start: StartDeps, headers: Headers, form: StartFormFields & ToolRequestFields) {
  const { source_tool, destination_username, contact_email, tool, url, message, email } = form;
  return keepTypedForm(start, headers, { source_tool, destination_username, contact_email, tool, url, message, email });
}
