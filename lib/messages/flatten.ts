export type NestedMessages = { [key: string]: string | NestedMessages };

/** Keys as in `t('start.title')`, in the order of the file. */
export function flatten(messages: NestedMessages, prefix = ''): [key: string, message: string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  );
}
