import type { ToolChoice } from '@/lib/contract/find-tools';
import type { Messages } from '@/lib/messages/messages';
import { BrandButton } from './brand-button';
import { CheckForms } from './form/check-forms';
import { Field, fieldState, type FormState, Honeypot } from './form/field';

const listId = 'tools';
/** The list suggests; other names can be typed. */
const maxSuggestions = 500;

export function FullMigrationForm({
  messages: { t, language },
  tools,
  reference,
  ...state
}: FormState & {
  messages: Messages;
  tools: readonly ToolChoice[];
  reference: string;
}) {
  return (
    <form method="post" action="/api/start/request" noValidate className="mt-6 grid max-w-[560px] gap-5">
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="reference" value={reference} />
      <Field
        id="username"
        {...fieldState(state, 'username', t('start.enterUsername'))}
        label={t('start.username')}
        hint={t('start.usernameHint')}
        checks={{ required: t('start.enterUsername') }}
        maxLength={1000}
        autoComplete="username"
        inputMode="email"
      />
      <Field
        id="tool"
        {...fieldState(state, 'tool', t('full.enterTool'))}
        label={t('full.tool')}
        checks={{ required: t('full.enterTool') }}
        maxLength={500}
        autoComplete="off"
        {...(tools.length > 0 && { list: listId })}
      />
      <datalist id={listId}>
        {[...new Set(tools.map(({ name }) => name))].slice(0, maxSuggestions).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        id="message"
        name="message"
        label={t('migration.requestMessage')}
        hint={t('migration.requestMessageHint')}
        defaultValue={state.typed['message']}
        maxLength={3500}
        lines={3}
      />
      <Honeypot />
      <div>
        <BrandButton>{t('migration.actions.request')}</BrandButton>
      </div>
      <CheckForms />
    </form>
  );
}
