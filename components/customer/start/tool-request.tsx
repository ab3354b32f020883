import { toolRequestSection } from '@/lib/contract/sent-param';
import type { Messages } from '@/lib/messages/messages';
import { PlainButton } from '../brand-button';
import { Field, fieldState, type FormState, mailInput } from '../form/field';
import { SentNote } from '../form/sent-note';
import { NotListed } from './not-listed';

const sectionId = toolRequestSection.slice(1);

export interface ToolRequestState extends FormState {
  open: boolean;
  sent: boolean;
  busy: boolean;
}

/** Part of the start form, with a button of its own. */
export function ToolRequest({ messages, ...state }: ToolRequestState & { messages: Messages }) {
  const { t } = messages;
  if (state.sent) {
    return (
      <div id={sectionId} className="mt-4">
        <SentNote title={t('toolRequest.sentTitle')} text={t('toolRequest.sentText')} />
      </div>
    );
  }
  return (
    <NotListed messages={messages} id={sectionId} open={state.open}>
      <div data-part className="mt-2 grid gap-5 rounded-tile bg-sunken p-5 max-md:p-4">
        <p className="text-15 text-ink-2">{t('toolRequest.intro')}</p>
        {state.busy && (
          <p role="alert" className="text-unkn">
            {t('toolRequest.busy')}
          </p>
        )}
        <Field
          className="max-w-[480px]"
          id="request-tool"
          {...fieldState(state, 'tool', t('toolRequest.enterTool'))}
          label={t('toolRequest.tool')}
          checks={{ required: t('toolRequest.enterTool') }}
          maxLength={200}
          autoComplete="off"
        />
        <Field
          className="max-w-[480px]"
          id="request-url"
          {...fieldState(state, 'url', t('toolRequest.enterUrl'))}
          label={t('toolRequest.url')}
          hint={t('toolRequest.urlHint')}
          checks={{ url: t('toolRequest.enterUrl') }}
          maxLength={1000}
          autoComplete="off"
          inputMode="url"
        />
        <Field
          className="max-w-[480px]"
          id="request-message"
          name="message"
          label={t('migration.requestMessage')}
          hint={t('toolRequest.messageHint')}
          defaultValue={state.typed['message']}
          maxLength={2000}
          lines={3}
        />
        <Field
          className="max-w-[480px]"
          id="request-email"
          {...fieldState(state, 'email', t('start.enterContactEmail'))}
          {...mailInput}
          label={t('toolRequest.email')}
          hint={t('toolRequest.emailHint')}
          checks={{ email: t('start.enterContactEmail') }}
        />
        <p>
          <PlainButton formAction="/api/start/tool-request">{t('toolRequest.send')}</PlainButton>
        </p>
      </div>
    </NotListed>
  );
}
