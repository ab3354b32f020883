import { z } from 'zod';
import type { Shape } from '../../lib/query/matches-shape';
import * as responseSchemas from '../../lib/query/response-schemas';

export const shapesFile = 'lib/query/response-shapes.ts';

/** Source of the file with the shapes of all responses, a line for each. */
export function makeResponseShapes(): string {
  const lines = Object.entries(responseSchemas).map(([name, schema]) => {
    const described = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
    return `  ${name}: ${JSON.stringify(toShape(jsonSchema.parse(described)))},\n`;
  });
  return `// Made by \`npm run shapes\` from response-schemas.ts.
import type { Shape } from './matches-shape';
import type * as schemas from './response-schemas';

export const responseShapes: Record<keyof typeof schemas, Shape> = {
${lines.sort().join('')}};
`;
}

const type = z.enum(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);

const jsonSchema = z.object({
  type: z.union([type, z.array(type)]).optional(),
  enum: z.array(z.string()).optional(),
  const: z.union([z.string(), z.boolean()]).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
  get oneOf() {
    return z.array(jsonSchema).optional();
  },
  get items() {
    return jsonSchema.optional();
  },
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
});
type JsonSchema = z.infer<typeof jsonSchema>;

function toShape(schema: JsonSchema): Shape {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return { any: options.map(toShape) };
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  if (Array.isArray(schema.type)) return { any: schema.type.map((one) => toShape({ ...schema, type: one })) };
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time' ? 'date' : 'text';
    case 'integer':
      return schema.minimum === 0 ? 'count' : 'integer';
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      if (schema.items) return { list: toShape(schema.items) };
      break;
    case 'object': {
      if (!schema.properties) return { map: toShape(jsonSchema.parse(schema.additionalProperties)) };
      const { properties, required = [] } = schema;
      const pick = (isWanted: (name: string) => boolean) =>
        Object.fromEntries(
          Object.entries(properties).flatMap(([name, field]) => (isWanted(name) ? [[name, toShape(field)]] : [])),
        );
      const fields = pick((name) => required.includes(name));
      const optional = pick((name) => !required.includes(name));
      return Object.keys(optional).length === 0 ? { fields } : { fields, optional };
    }
  }
  throw new Error(`matches-shape.ts has no shape for ${JSON.stringify(schema)}`);
}
