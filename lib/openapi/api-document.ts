import document from './openapi.json' with { type: 'json' };

// What our document uses of OpenAPI 3.1.

export interface SchemaObject {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  format?: string;
  pattern?: string;
  enum?: readonly (string | null)[];
  const?: string | boolean;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: SchemaObject;
  properties?: Readonly<Record<string, SchemaObject>>;
  required?: readonly string[];
  additionalProperties?: boolean;
  anyOf?: readonly SchemaObject[];
}

export interface Reference {
  $ref: string;
}

export interface ParameterObject {
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: SchemaObject;
  example?: unknown;
}

interface ContentObject {
  schema: SchemaObject;
  example?: unknown;
}

export interface ResponseObject {
  description: string;
  headers?: Readonly<Record<string, { description: string; schema: SchemaObject }>>;
  content: Readonly<Record<string, ContentObject>>;
}

export interface OperationObject {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security: readonly { readonly apiKey: readonly string[] }[];
  parameters: readonly (ParameterObject | Reference)[];
  requestBody?: { required: boolean; content: Readonly<Record<string, ContentObject>> };
  responses: Readonly<Record<string, ResponseObject | Reference>>;
}

interface WebhookObject {
  operationId: string;
  summary: string;
  description: string;
  security: readonly never[];
  parameters: readonly ParameterObject[];
  requestBody: { required: boolean; content: Readonly<Record<string, ContentObject>> };
  responses: Readonly<Record<string, { description: string }>>;
}

export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: readonly { url: string; description: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<
    Record<string, Readonly<Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', OperationObject>>>>
  >;
  webhooks: Readonly<Record<string, { post: WebhookObject }>>;
  components: {
    securitySchemes: { apiKey: { type: string; scheme: string; description: string } };
    parameters: Readonly<Record<string, ParameterObject>>;
    responses: Readonly<Record<string, ResponseObject>>;
    schemas: Readonly<Record<string, SchemaObject>>;
  };
}

/** Made by `npm run openapi`; served at /api/openapi.json and shown on /api-reference. */
export const apiDocument: ApiDocument = document;
