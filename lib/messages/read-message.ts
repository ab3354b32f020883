import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** `other` is a format that texts may not use. If a placeholder occurs more than once, the last of these kinds counts. */
const kinds = ['text', 'number', 'plural', 'other'] as const;
type PlaceholderKind = (typeof kinds)[number];

export interface ParsedMessage {
  /** Kinds by name. */
  placeholders: Map<string, PlaceholderKind>;
  /** Names, sorted. */
  tags: string[];
  /** Names of the tags around nothing. */
  emptyTags: string[];
  plurals: { name: string; forms: string[] }[];
}

/** Throws an error if the text is not a valid ICU message. */
export function readMessage(message: string): ParsedMessage {
  const found: ParsedMessage = { placeholders: new Map(), tags: [], emptyTags: [], plurals: [] };
  collect(parse(message, { requiresOtherClause: true }), found);
  return { ...found, tags: [...new Set(found.tags)].sort() };
}

function collect(elements: readonly MessageFormatElement[], found: ParsedMessage): void {
  const addPlaceholder = (name: string, kind: PlaceholderKind) => {
    const known = found.placeholders.get(name) ?? 'text';
    found.placeholders.set(name, kinds.indexOf(kind) > kinds.indexOf(known) ? kind : known);
  };
  for (const element of elements) {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        break;
      case TYPE.argument:
        addPlaceholder(element.value, 'text');
        break;
      case TYPE.number:
        addPlaceholder(element.value, element.style ? 'other' : 'number');
        break;
      case TYPE.plural:
        addPlaceholder(element.value, element.pluralType === 'cardinal' ? 'plural' : 'other');
        found.plurals.push({ name: element.value, forms: Object.keys(element.options) });
        for (const { value } of Object.values(element.options)) collect(value, found);
        break;
      case TYPE.tag:
        found.tags.push(element.value);
        if (isBlank(element.children)) found.emptyTags.push(element.value);
        collect(element.children, found);
        break;
      case TYPE.date:
      case TYPE.time:
        addPlaceholder(element.value, 'other');
        break;
      case TYPE.select:
        addPlaceholder(element.value, 'other');
        for (const { value } of Object.values(element.options)) collect(value, found);
        break;
    }
  }
}

function isBlank(elements: readonly MessageFormatElement[]): boolean {
  return elements.every((element) => element.type === TYPE.literal && element.value.trim() === '');
}
