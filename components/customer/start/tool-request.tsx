import type { Messages } from '@/lib/messages/messages';
import { PlainButton } from '../brand-button';
import { Field, fieldState, type FormState, Honeypot, mailInput } from '../form/field';
import { SentNote } from '../form/sent-note';
import { NotListed } from './not-listed';

const formId = 'tool-request';
/** The fragment to which the route redirects. */
const sectionId = 'tool-request-section';

export interface ToolRequestState extends FormState {
  open: boolean;
  sent: boolean;
  busy: boolean;
}

/** The fields are inside the start form, but belong to a form of their own, which `ToolRequestForm` renders. */
export function ToolRequest({
  messages,
  linkToken,
  ...state
}: ToolRequestState & { messages: Messages; linkToken: string | null }) {
  const { t, language } = messages;
  if (state.sent) {
    return (
      <div id={sectionId} className="mt-4">
        <SentNote title={t('toolRequest.sentTitle')} text={t('toolRequest.sentText')} />
      </div>
    );
  }
  const common = { form: formId, className: 'max-w-[480px]' };
  return (
    <NotListed messages={messages} id={sectionId} open={state.open}>
      <div className="mt-2 grid gap-5 rounded-tile bg-sunken p-5 max-md:p-4">
        <p className="text-15 text-ink-2">{t('toolRequest.intro')}</p>
        {state.busy && (
          <p role="alert" className="text-unkn">
            {t('toolRequest.busy')}
          </p>
        )}
        <input type="hidden" form={formId} name="language" value={language} />
        {linkToken !== null && <input type="hidden" form={formId} name="link" value={linkToken} />}
        <Field
          {...common}
          id="request-tool"
          {...fieldState(state, 'tool', t('toolRequest.enterTool'))}
          label={t('toolRequest.tool')}
          checks={{ required: t('toolRequest.enterTool') }}
          maxLength={200}
          autoComplete="off"
        />
        <Field
          {...common}
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
          {...common}
          id="request-message"
          name="message"
          label={t('migration.requestMessage')}
          hint={t('toolRequest.messageHint')}
          defaultValue={state.typed['message']}
          maxLength={2000}
          lines={3}
        />
        <Field
          {...common}
          id="request-email"
          {...fieldState(state, 'email', t('start.enterContactEmail'))}
          {...mailInput}
          label={t('toolRequest.email')}
          hint={t('toolRequest.emailHint')}
          checks={{ email: t('start.enterContactEmail') }}
        />
        <Honeypot form={formId} />
        <p>
          <PlainButton form={formId}>{t('toolRequest.send')}</PlainButton>
        </p>
      </div>
    </NotListed>
  );
}

export function ToolRequestForm() {
  return <form id={formId} method="post" action="/api/start/tool-request" noValidate />;
}
