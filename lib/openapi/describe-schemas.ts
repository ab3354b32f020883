import { z } from 'zod';
import type { SchemaObject } from './api-document';
import { fieldDescriptions } from './field-descriptions';
import { allSchemas, bodySchemas, parameterSchemas, responseSchemas } from './schemas';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Named = Readonly<Record<string, z.core.$ZodType>>;

const pathOf = (name: string) => `#/components/schemas/${name}`;
const names = new Map<z.core.$ZodType, string>(Object.entries(allSchemas).map(([name, schema]) => [schema, name]));
const descriptions: Readonly<Record<string, Readonly<Record<string, string | null>>>> = fieldDescriptions;

export function describeComponents(): Record<string, SchemaObject> {
  const described = { ...describe(responseSchemas, 'output'), ...describe(bodySchemas, 'input') };
  return Object.fromEntries(Object.entries(described).toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Queries and parts of paths, by their names in `parameterSchemas`. */
export const describeParameters = () => describe(parameterSchemas, 'input');

/** A reference to a named schema, or to any of several for a union. */
export function referTo(schema: z.core.$ZodType): SchemaObject {
  const name = names.get(schema);
  if (name !== undefined) return { $ref: pathOf(name) };
  if (schema instanceof z.core.$ZodUnion) return { anyOf: schema._zod.def.options.map(referTo) };
  throw new Error('A schema of an operation has no name in lib/openapi/schemas.ts');
}

export function nameOf(schema: z.core.$ZodType): string {
  const name = names.get(schema);
  if (name === undefined) throw new Error('A schema of an operation has no name in lib/openapi/schemas.ts');
  return name;
}

function describe(schemas: Named, io: 'input' | 'output'): Record<string, SchemaObject> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(schemas)) registry.add(schema, { id: name });
  const made = z.toJSONSchema(registry, {
    io,
    uri: pathOf,
    override: ({ jsonSchema }) => {
      // Responses may get more fields.
      if (io === 'output') delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([name, schema]) => [name, withDescriptions(name, toSchemaObject(schema))]),
  );
}

function withDescriptions(name: string, schema: SchemaObject): SchemaObject {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, property]): [string, SchemaObject][] => {
    const description = descriptions[name]?.[field];
    return description === null || description === undefined ? [] : [[field, { ...property, description }]];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** Keeps what a reader needs. */
function toSchemaObject(schema: JsonSchema): SchemaObject {
  const { $ref, type, format, pattern, const: only, required, items, properties } = schema;
  const options = (schema.anyOf ?? schema.oneOf)?.map(toSchemaObject);
  const nullable = options && toNullable(options);
  if (nullable) return nullable;
  const fields = properties && Object.entries(properties).map(([name, field]) => [name, toProperty(field)] as const);
  return {
    ...($ref !== undefined && { $ref }),
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    // The patterns of formats are long and say nothing new.
    ...(format === undefined && pattern !== undefined && { pattern }),
    ...(schema.enum && { enum: schema.enum.map(String) }),
    ...(typeof only === 'string' && { const: only }),
    ...(isWorthSaying(schema.default) && { default: schema.default }),
    ...limitsOf(schema),
    ...(typeof items === 'object' && !Array.isArray(items) && { items: toProperty(items) }),
    ...(fields && { properties: Object.fromEntries(fields) }),
    ...(required && required.length > 0 && { required }),
    ...(options && { anyOf: options }),
  };
}

const toProperty = (schema: z.core.JSONSchema._JSONSchema): SchemaObject =>
  typeof schema === 'boolean' ? {} : toSchemaObject(schema);

/** `type: [string, null]` instead of two options. */
function toNullable(options: readonly SchemaObject[]): SchemaObject | undefined {
  const [first, second, ...others] = options;
  if (others.length > 0 || second?.type !== 'null' || typeof first?.type !== 'string') return undefined;
  return { ...first, type: [first.type, 'null'], ...(first.enum && { enum: [...first.enum, null] }) };
}

function isWorthSaying(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function limitsOf(schema: JsonSchema): SchemaObject {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(schema.additionalProperties === false && { additionalProperties: false }),
  };
}
