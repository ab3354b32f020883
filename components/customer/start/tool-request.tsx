import type { Messages } from '@/lib/messages/messages';
import { Icon } from '../../ui/icon';
import { Field, Honeypot } from '../form/field';

const formId = 'tool-request';
/** The fragment to which the route redirects. */
const sectionId = 'tool-request-section';

export interface ToolRequestState {
  open: boolean;
  sent: boolean;
  typed: Readonly<Record<string, string | undefined>>;
  invalid: readonly string[];
  busy: boolean;
}

/** The fields are inside the start form, but belong to a form of their own, which `ToolRequestForm` renders. */
export function ToolRequest({
  messages: { t, language },
  linkToken,
  ...state
}: ToolRequestState & { messages: Messages; linkToken: string | null }) {
  const { typed, invalid } = state;
  if (state.sent) {
    return (
      <p role="status" id={sectionId} className="mt-4 flex gap-3 rounded-tile bg-sunken p-4 text-15">
        <Icon name="check" size={16} className="mt-1 flex-none text-done" />
        <span>
          <b className="block">{t('toolRequest.sentTitle')}</b>
          <span className="text-ink-2">{t('toolRequest.sentText')}</span>
        </span>
      </p>
    );
  }
  const errorOf = (name: string, message: string) => (invalid.includes(name) ? [message] : []);
  const common = { form: formId, className: 'max-w-[480px]' };
  return (
    <details id={sectionId} open={state.open} className="group mt-2 scroll-mt-4">
      <summary className="inline-flex min-h-11 items-center gap-2 py-2 text-14 text-brand-ink underline underline-offset-2">
        <Icon name="right" size={16} className="flex-none group-open:rotate-90 rtl:group-open:-rotate-90" />
        {t('start.notListed')}
      </summary>
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
          name="tool"
          label={t('toolRequest.tool')}
          errors={errorOf('tool', t('toolRequest.enterTool'))}
          checks={{ required: t('toolRequest.enterTool') }}
          autoFocus={invalid[0] === 'tool'}
          defaultValue={typed['tool']}
          maxLength={200}
          autoComplete="off"
        />
        <Field
          {...common}
          id="request-url"
          name="url"
          label={t('toolRequest.url')}
          hint={t('toolRequest.urlHint')}
          errors={errorOf('url', t('toolRequest.enterUrl'))}
          checks={{ url: t('toolRequest.enterUrl') }}
          autoFocus={invalid[0] === 'url'}
          defaultValue={typed['url']}
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
          defaultValue={typed['message']}
          maxLength={2000}
          lines={3}
        />
        <Field
          {...common}
          id="request-email"
          name="email"
          label={t('toolRequest.email')}
          hint={t('toolRequest.emailHint')}
          errors={errorOf('email', t('start.enterContactEmail'))}
          checks={{ email: t('start.enterContactEmail') }}
          autoFocus={invalid[0] === 'email'}
          defaultValue={typed['email']}
          maxLength={254}
          autoComplete="email"
          inputMode="email"
        />
        <Honeypot form={formId} />
        <p>
          <button
            type="submit"
            form={formId}
            className="min-h-12 cursor-pointer rounded-tile border border-control bg-canvas px-6 font-strong hover:bg-hover max-md:w-full"
          >
            {t('toolRequest.send')}
          </button>
        </p>
      </div>
    </details>
  );
}

export function ToolRequestForm() {
  return <form id={formId} method="post" action="/api/start/tool-request" noValidate />;
}
