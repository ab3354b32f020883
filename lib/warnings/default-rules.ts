import { languages, type Language } from '../contract/languages';
import { defaultRuleIds, type DefaultRuleId, type WarningRule } from '../contract/warning-rules';
import type { ExplanationTexts, Severity } from '../contract/rule-texts';
import { messagesByLanguage } from '../messages/messages';
import { defaultRuleLabels } from './labels';

/** The service's kinds and texts are not documented, so these are the usual ones. The text is searched for all words. */
const matches: Record<DefaultRuleId, { severity: Severity; kinds: string[]; texts: string[] }> = {
  permission: {
    severity: 'action',
    kinds: ['permission', 'permission_denied', 'missing_permission', 'no_permission', 'access_denied', 'forbidden'],
    texts: ['permission denied', 'no permission', 'missing permission', 'access denied', 'not permitted', 'forbidden'],
  },
  attachment_too_large: {
    severity: 'check',
    kinds: ['attachment_too_large', 'file_too_large', 'attachment_size', 'attachment_skipped'],
    texts: ['attachment too large', 'attachment over MB', 'attachment exceeds', 'file too large', 'file exceeds size'],
  },
  unsupported_type: {
    severity: 'check',
    kinds: ['unsupported_type', 'unsupported', 'unknown_type', 'type_not_supported', 'macro_flattened'],
    texts: ['type not supported', 'unsupported type', 'unsupported format', 'macro no counterpart'],
  },
  field_without_match: {
    severity: 'check',
    kinds: ['field_without_match', 'unmapped_field', 'field_not_mapped', 'field_not_found', 'unknown_field'],
    texts: ['field no match', 'field not mapped', 'field unmapped', 'field without match', 'field no counterpart'],
  },
  missing_owner: {
    severity: 'check',
    kinds: ['missing_owner', 'owner_not_found', 'author_not_found', 'assignee_not_found', 'user_not_found'],
    texts: [
      'owner not found',
      'author not found',
      'assignee not found',
      'user not found',
      'missing owner',
      'no matching user',
    ],
  },
  invalid_email: {
    severity: 'check',
    kinds: ['invalid_email', 'invalid_email_address', 'email_invalid', 'bad_email'],
    texts: ['e-mail not valid', 'email not valid', 'invalid e-mail', 'invalid email'],
  },
  truncated_text: {
    severity: 'info',
    kinds: ['truncated_text', 'text_truncated', 'truncated', 'html_trimmed', 'text_too_long'],
    texts: ['text truncated', 'text too long', 'html trimmed', 'description truncated', 'shortened characters'],
  },
  duplicate: {
    severity: 'info',
    kinds: ['duplicate', 'duplicate_merged', 'duplicate_skipped', 'duplicate_record', 'already_exists'],
    texts: ['duplicate', 'already exists'],
  },
};

/** Admins can change, reorder and delete them. */
export const defaultRules: readonly WarningRule[] = defaultRuleIds.map((id) => {
  const { name, ...staff } = defaultRuleLabels[id];
  return { id, name, ...matches[id], staff, customer: customerTextsOf(id) };
});

function customerTextsOf(id: DefaultRuleId): Partial<Record<Language, ExplanationTexts>> {
  return Object.fromEntries(
    languages.map((language) => {
      const { t } = messagesByLanguage[language];
      return [language, { explanation: t(`warnings.kinds.${id}.explanation`), fix: t(`warnings.kinds.${id}.fix`) }];
    }),
  );
}
