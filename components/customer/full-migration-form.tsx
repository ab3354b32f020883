import type { ToolChoice } from '@/lib/contract/find-tools';
import type { Messages } from '@/lib/messages/messages';
import { BrandButton } from './brand-button';
import { CheckForms } from './form/check-forms';
import { Field, Honeypot } from './form/field';

const listId = 'tools';
/** The list suggests; other names can be typed. */
const maxSuggestions = 500;

export function FullMigrationForm({
  messages: { t, language },
  tools,
  reference,
  typed,
  invalid,
}: {
  messages: Messages;
  tools: readonly ToolChoice[];
  reference: string;
  typed: Readonly<Record<string, string | undefined>>;
  invalid: readonly string[];
}) {
  const errorOf = (name: string, message: string) => (invalid.includes(name) ? [message] : []);
  return (
    <form method="post" action="/api/start/request" noValidate className="mt-6 grid max-w-[560px] gap-5">
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="reference" value={reference} />
      <Field
        id="username"
        name="username"
        label={t('start.username')}
        hint={t('start.usernameHint')}
        errors={errorOf('username', t('start.enterUsername'))}
        checks={{ required: t('start.enterUsername') }}
        autoFocus={invalid[0] === 'username'}
        defaultValue={typed['username']}
        maxLength={1000}
        autoComplete="username"
        inputMode="email"
      />
      <Field
        id="tool"
        name="tool"
        label={t('full.tool')}
        errors={errorOf('tool', t('full.enterTool'))}
        checks={{ required: t('full.enterTool') }}
        autoFocus={invalid[0] === 'tool'}
        defaultValue={typed['tool']}
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
        defaultValue={typed['message']}
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
