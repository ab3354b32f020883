import { languageFacts, languages, type Language } from '@/lib/contract/languages';
import type { Messages } from '@/lib/messages/messages';
import { Icon } from '../ui/icon';
import { ClosableDetails } from './closable-details';

/**
 * Works without JavaScript. While it is open, its button covers the page, so that a click anywhere closes it. The links store the choice; see `visitor-language.ts`.
 */
export function LanguageSwitch({
  messages,
  languageHref,
}: {
  messages: Messages;
  languageHref: (language: Language) => string;
}) {
  return (
    <ClosableDetails className="group relative ms-auto flex-none text-14">
      <summary className="flex h-11 list-none items-center gap-2 rounded-tile px-2 text-ink-2 group-open:bg-hover group-open:before:fixed group-open:before:inset-0 group-open:before:z-1 group-open:before:content-[''] hover:bg-hover [&::-webkit-details-marker]:hidden">
        <Icon name="globe" size={16} className="flex-none" />
        <span className="sr-only">{messages.t('chooseLanguage')}:</span>
        <span className="max-[360px]:sr-only">{languageFacts[messages.language].name}</span>
        <Icon name="updown" size={12} className="flex-none text-meta" />
      </summary>
      <nav
        aria-label={messages.t('chooseLanguage')}
        className="absolute end-0 top-full z-2 mt-1 w-56 rounded-tile border border-line-strong bg-canvas p-1 shadow-lift"
      >
        <ul>
          {languages.map((language) => (
            <li key={language}>
              <a
                href={languageHref(language)}
                lang={language}
                dir={languageFacts[language].dir}
                hrefLang={language}
                aria-current={language === messages.language ? 'true' : undefined}
                className="flex min-h-11 items-center justify-between gap-3 rounded-2 px-3 text-15 text-ink-2 hover:bg-hover aria-[current]:font-strong aria-[current]:text-ink"
              >
                {languageFacts[language].name}
                {language === messages.language && <Icon name="check" size={16} className="flex-none text-brand-ink" />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </ClosableDetails>
  );
}
