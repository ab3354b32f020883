import type { ToolChoice } from '@/lib/contract/find-tools';
import type { Messages } from '@/lib/messages/messages';
import { BrandButton } from './brand-button';
import { CheckForms } from './form/check-forms';
import { Field, fieldState, type FormState, Honeypot } from './form/field';
import { NotListed } from './start/not-listed';
import { PickTool, type ToolSearch } from './start/pick-tool';

export function FullMigrationForm({
  messages,
  tools,
  search,
  attempt,
  reference,
  ...state
}: FormState & {
  messages: Messages;
  /** Empty if the service gives no list. */
  tools: readonly ToolChoice[];
  search: ToolSearch;
  /** A double click is one request. */
  attempt: string;
  reference: string;
}) {
  const { t, language } = messages;
  // Staff read the name, so tools of the same name are one here.
  const named = [...new Map(tools.map(({ name, alias = '' }) => [name, { name, alias }])).values()];
  const typedTool = state.typed['tool'];
  const isListed = named.some(({ name }) => name === typedTool);
  return (
    <>
      <form method="post" action="/api/start/request" noValidate>
        <input type="hidden" name="attempt" value={attempt} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="reference" value={reference} />
        {named.length === 0 ? (
          <Field
            id="tool"
            {...fieldState(state, 'tool', t('full.enterTool'))}
            label={t('full.tool')}
            checks={{ required: t('full.enterTool') }}
            maxLength={500}
            autoComplete="off"
            className="mt-6 max-w-[480px]"
          />
        ) : (
          <>
            <PickTool
              messages={messages}
              tools={named}
              search={search}
              name="tool"
              question={t('full.tool')}
              isField
              chosen={isListed ? typedTool : undefined}
              errors={state.invalid.includes('tool') ? [t('start.chooseTool')] : []}
            />
            <NotListed messages={messages} open={typedTool !== undefined && !isListed}>
              <Field
                id="other-tool"
                name="tool"
                label={t('toolRequest.tool')}
                defaultValue={isListed ? undefined : typedTool}
                maxLength={500}
                autoComplete="off"
                className="mt-2 max-w-[480px]"
              />
            </NotListed>
          </>
        )}
        <div className="mt-8 grid max-w-[560px] gap-5">
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
        </div>
      </form>
      <CheckForms />
    </>
  );
}
