/** The part of a response schema that the browser checks; an array lists the allowed values. */
export type Shape =
  | 'text'
  | 'date'
  | 'count'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'null'
  | readonly (string | boolean)[]
  | { list: Shape }
  | { map: Shape }
  | { any: readonly Shape[] }
  | { fields: Readonly<Record<string, Shape>>; optional?: Readonly<Record<string, Shape>> };

export function matchesShape(shape: Shape, value: unknown): boolean {
  if (typeof shape === 'string') return isSimple[shape](value);
  if (isListOfValues(shape)) return shape.some((allowed) => allowed === value);
  if ('any' in shape) return shape.any.some((one) => matchesShape(one, value));
  if ('list' in shape) return Array.isArray(value) && value.every((item) => matchesShape(shape.list, item));
  if (!isRecord(value)) return false;
  if ('map' in shape) return Object.values(value).every((item) => matchesShape(shape.map, item));
  const { fields, optional = {} } = shape;
  return (
    Object.entries(fields).every(([name, field]) => matchesShape(field, value[name])) &&
    Object.entries(optional).every(([name, field]) => value[name] === undefined || matchesShape(field, value[name]))
  );
}

const isSimple: Record<Extract<Shape, string>, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  count: (value) => Number.isInteger(value) && Number(value) >= 0,
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

// Array.isArray does not narrow to readonly arrays.
const isListOfValues = (shape: object): shape is readonly (string | boolean)[] => Array.isArray(shape);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
