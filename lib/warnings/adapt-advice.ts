import type { Situation } from '../contract/situation';
import { languages } from '../contract/languages';
import type { CustomerRule } from '../contract/warning-rules';
import { messagesByLanguage } from '../messages/messages';

/** Rules whose advice is about the time before the full migration. */
const early = ['field_without_match', 'missing_owner', 'invalid_email'] as const;

/** From the start of the full migration on, our texts do not advise what had to be done before it. */
export function adaptAdvice(rule: CustomerRule, { progress }: Pick<Situation, 'progress'>): CustomerRule {
  return progress === 'running' || progress === 'completed' ? toLate(rule) : rule;
}

/** A text that an admin wrote stays as it is. */
function toLate(rule: CustomerRule): CustomerRule {
  const id = early.find((kind) => kind === rule.id);
  if (id === undefined) return rule;
  const customer = { ...rule.customer };
  for (const language of languages) {
    const { t } = messagesByLanguage[language];
    const texts = customer[language];
    if (texts?.fix === t(`warnings.kinds.${id}.fix`)) {
      customer[language] = { ...texts, fix: t(`warnings.kinds.${id}.fixAfter`) };
    }
  }
  return { ...rule, customer };
}
