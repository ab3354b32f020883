import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export interface ParsedMessage {
  /** The kind of each placeholder, by name. */
  placeholders: Record<string, 'text' | 'number' | 'plural' | 'other'>;
  /** Names, sorted. */
  tags: string[];
  plurals: { name: string; forms: string[] }[];
}

/** Throws an error if the text is not a valid ICU message. */
export function readMessage(message: string): ParsedMessage {
  const found: ParsedMessage = { placeholders: {}, tags: [], plurals: [] };
  collect(parse(message, { requiresOtherClause: true }), found);
  return { ...found, tags: [...new Set(found.tags)].sort() };
}

function collect(elements: readonly MessageFormatElement[], found: ParsedMessage): void {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        break;
      case TYPE.argument:
        found.placeholders[element.value] ??= 'text';
        break;
      case TYPE.number:
        found.placeholders[element.value] = found.placeholders[element.value] === 'plural' ? 'plural' : 'number';
        break;
      case TYPE.plural:
        found.placeholders[element.value] = element.pluralType === 'cardinal' ? 'plural' : 'other';
        found.plurals.push({ name: element.value, forms: Object.keys(element.options) });
        for (const { value } of Object.values(element.options)) collect(value, found);
        break;
      case TYPE.tag:
        found.tags.push(element.value);
        collect(element.children, found);
        break;
      case TYPE.date:
      case TYPE.time:
        found.placeholders[element.value] = 'other';
        break;
      case TYPE.select:
        found.placeholders[element.value] = 'other';
        for (const { value } of Object.values(element.options)) collect(value, found);
        break;
    }
  }
}
