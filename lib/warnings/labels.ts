import type { ExplanationTexts } from '../contract/rule-texts';
import type { DefaultRuleId } from '../contract/warning-rules';

/** What staff read about the kinds of warnings that we ship. What customers read is in `lib/messages`. */
export const defaultRuleLabels: Record<DefaultRuleId, ExplanationTexts & { name: string }> = {
  permission: {
    name: 'Missing permission',
    explanation:
      'The connected account is not allowed to read or write these items, so they may be missing in the new tool.',
    fix: 'Ask the customer to connect both tools with an admin account, then run the migration again.',
  },
  attachment_too_large: {
    name: 'Attachment too large',
    explanation: 'The file is larger than what can be copied and may be missing in the new tool.',
    fix: 'Ask the customer to download the file from the old tool and upload it, or a link to it, in the new one.',
  },
  unsupported_type: {
    name: 'Unsupported type',
    explanation:
      'The new tool has no counterpart for this type of content. It may be left out or changed to plain text.',
    fix: 'Ask the customer to check some of these items, and whether they need the original content.',
  },
  field_without_match: {
    name: 'Field without a match',
    explanation: 'A field of the old tool has no counterpart in the new one, so its values may not be copied.',
    fix: 'Create the field in the new tool before the full migration, or agree with the customer to leave it out.',
  },
  missing_owner: {
    name: 'Missing owner',
    explanation:
      'A person from the old tool has no account in the new one, so someone else or no one owns these items.',
    fix: 'Add the person to the new tool before the full migration, or ask the customer to assign the items.',
  },
  invalid_email: {
    name: 'Invalid e-mail address',
    explanation: 'The e-mail address of a contact is not valid, so it may not be in the e-mail field of the new tool.',
    fix: 'Ask the customer to correct the address: in the old tool before the full migration, or in the new one after it.',
  },
  truncated_text: {
    name: 'Shortened text',
    explanation: 'A text was longer than the new tool accepts, or had formatting that it does not support.',
    fix: 'Ask the customer to check a few of these items. The full text is still in the old tool.',
  },
  duplicate: {
    name: 'Duplicate',
    explanation: 'The same record exists more than once. The copies may have been merged or left out.',
    fix: 'Usually there is nothing to do. Ask the customer to check a few if they expected separate records.',
  },
};
