/**
 * Every text in a JSON value with the property that holds it, and the names of properties. Not recursive: others choose
 * the depth of what they send.
 */
export function* textsIn(json: unknown): Generator<{ field: string; text: string }> {
  const waiting: { field: string; value: unknown }[] = [{ field: '', value: json }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { field, value } = next;
    if (typeof value === 'string') yield { field, text: value };
    else if (Array.isArray(value)) {
      for (const item of value as unknown[]) waiting.push({ field, value: item });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        yield { field: '', text: name };
        waiting.push({ field: name, value: inner });
      }
    }
  }
}
