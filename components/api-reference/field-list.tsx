import type { ReactNode } from 'react';
import type { SchemaObject } from '@/lib/openapi/api-document';
import { fieldLabels as labels } from './labels';

export interface Field {
  name: string;
  schema: SchemaObject;
  description: string;
  required: boolean;
  /** Beside the type, such as where a parameter is sent. */
  note?: string;
}

export const objectId = (name: string) => `object-${name}`;
/** The last part of a reference such as `#/components/schemas/Import`. */
export const nameOf = (reference: string) => reference.split('/').at(-1) ?? '';

export function fieldsOf({ properties = {}, required = [] }: SchemaObject): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    description: schema.description ?? '',
    required: required.includes(name),
  }));
}

/** `request`: what is required, and the limits. Responses have all fields, and their limits matter to no one. */
export function FieldList({ fields, request = false }: { fields: readonly Field[]; request?: boolean }) {
  return (
    <dl className="divide-y text-13">
      {fields.map(({ name, schema, description, required, note }) => (
        <div
          key={name}
          className="grid grid-cols-[minmax(0,2fr)_minmax(0,5fr)] gap-x-6 gap-y-1 py-2 max-md:grid-cols-1"
        >
          <dt className="min-w-0">
            <code className="mono font-strong break-all text-ink">{name}</code>
            <span className="block text-12 text-meta">
              <TypeText schema={schema} />
              {[note, request && required && labels.required].filter(Boolean).map((text) => `, ${text}`)}
            </span>
          </dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            <RichText text={description} />
            <Values schema={schema} />
            {request && <Limits schema={schema} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Such as "list of Import or null", with links to objects. */
export function TypeText({ schema }: { schema: SchemaObject }): ReactNode {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return (
      <a href={`#${objectId(name)}`} className="text-accent underline underline-offset-2">
        {name}
      </a>
    );
  }
  if (schema.anyOf) {
    return schema.anyOf.map((option, index) => (
      // Options have no key other than their position.
      <span key={index}>
        {index > 0 && labels.or}
        <TypeText schema={option} />
      </span>
    ));
  }
  if (schema.items) {
    return (
      <>
        {labels.listOf}
        <TypeText schema={schema.items} />
      </>
    );
  }
  const types = [schema.type ?? labels.nothing].flat();
  return types.map((type) => (type === 'string' && schema.format ? schema.format : type)).join(labels.or);
}

function valuesOf(schema: SchemaObject): readonly (string | null)[] {
  const { enum: several, const: only } = schema.items ?? schema;
  return several ?? (only === undefined ? [] : [String(only)]);
}

function Values({ schema }: { schema: SchemaObject }) {
  const values = valuesOf(schema);
  if (values.length === 0) return null;
  return (
    <span className="mt-0.5 block text-12 text-meta">
      {labels.values}{' '}
      {values.map((value, index) => (
        <span key={value}>
          {index > 0 && ', '}
          <code className="mono">{value ?? labels.none}</code>
        </span>
      ))}
    </span>
  );
}

function Limits({ schema }: { schema: SchemaObject }) {
  const { minimum, maximum } = schema;
  const { maxLength } = schema.items ?? schema;
  const texts = [
    schema.default !== undefined && labels.limits.default(String(schema.default)),
    minimum !== undefined && maximum !== undefined && labels.limits.between(minimum, maximum),
    maxLength !== undefined && labels.limits.characters(maxLength),
    schema.maxItems !== undefined && labels.limits.entries(schema.maxItems),
  ].filter((text) => text !== false);
  return texts.length > 0 && <span className="mt-0.5 block text-12 text-meta">{texts.join('. ')}</span>;
}

/** Text with code between backticks. */
export function RichText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="mono">
        {part}
      </code>
    ),
  );
}
