import type { ReactNode } from 'react';
import type {
  ApiDocument,
  OperationObject,
  ParameterObject,
  Reference,
  SchemaObject,
} from '@/lib/openapi/api-document';
import { Badge } from '../ui/badge';
import { CopyButton } from '../ui/copy-button';
import { curlExample } from './curl-example';
import { type Field, FieldList, fieldsOf, nameOf, RichText, TypeText } from './field-list';
import { operationLabels as labels } from './labels';

export interface ListedOperation {
  method: string;
  path: string;
  operation: OperationObject;
}

export const problemId = (status: string) => `error-${status}`;

export function ApiOperation({
  method,
  path,
  operation,
  document,
  origin,
}: ListedOperation & { document: ApiDocument; origin: string }) {
  const { operationId, summary, description, security, requestBody, responses } = operation;
  const parameters = operation.parameters.map((parameter) => toField(resolveParameter(document, parameter)));
  const body = requestBody?.content['application/json'];
  const [status = '', success] = Object.entries(responses).find(([, response]) => 'content' in response) ?? [];
  const content = success && 'content' in success ? success.content['application/json'] : undefined;
  const problems = Object.entries(responses).filter(([, response]) => '$ref' in response);
  const example = curlExample({ origin, method, path, operation });
  return (
    <article id={operationId} aria-labelledby={`${operationId}-title`} className="scroll-mt-[calc(var(--top)+16px)]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id={`${operationId}-title`} className="text-14">
          <a href={`#${operationId}`} className="underline-offset-2 hover:underline">
            {summary}
          </a>
        </h3>
        <Badge size="sm" tone={method === 'get' ? 'wait' : 'work'}>
          {labels.scope(security.flatMap(({ apiKey }) => apiKey).join())}
        </Badge>
      </div>
      <p className="mono mt-1 break-all text-ink-2">
        <b className="text-ink">{method.toUpperCase()}</b> {path}
      </p>
      <p className="mt-2 max-w-prose text-13">
        <RichText text={description} />
      </p>
      <Part title={labels.example}>
        <div className="flex items-start gap-1 rounded-2 bg-sunken py-1 pe-1">
          <pre
            tabIndex={0}
            role="group"
            aria-label={labels.exampleOf(summary)}
            className="mono min-w-0 flex-1 overflow-x-auto p-2 ps-3 leading-5"
          >
            {example}
          </pre>
          <CopyButton text={example} label={labels.copy} />
        </div>
      </Part>
      <Part title={labels.parameters}>
        <FieldList fields={parameters} request />
      </Part>
      {body && (
        <Part title={labels.body}>
          <SchemaFields document={document} schema={body.schema} request />
        </Part>
      )}
      {content && (
        <Part title={labels.response(status)}>
          <SchemaFields document={document} schema={content.schema} />
        </Part>
      )}
      <Part title={labels.errors}>
        <ul className="flex flex-wrap gap-x-4 text-13">
          {problems.map(([problem]) => (
            <li key={problem}>
              <a
                href={`#${problemId(problem)}`}
                className="inline-flex min-h-6 items-center text-accent tabular-nums underline-offset-2 hover:underline"
              >
                {problem}
              </a>
            </li>
          ))}
        </ul>
      </Part>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-4">
      <h4 className="mb-1 text-12 text-meta">{title}</h4>
      {children}
    </div>
  );
}

/** The fields of the object, or the names of several. */
function SchemaFields(props: { document: ApiDocument; schema: SchemaObject; request?: boolean }) {
  const { document, schema, request = false } = props;
  if (schema.$ref === undefined) {
    return (
      <p className="text-13">
        {labels.either} <TypeText schema={schema} />
      </p>
    );
  }
  const { schemas } = document.components;
  return <FieldList fields={fieldsOf(schemas[nameOf(schema.$ref)] ?? {})} request={request} />;
}

function resolveParameter(document: ApiDocument, parameter: ParameterObject | Reference): ParameterObject | undefined {
  return 'name' in parameter ? parameter : document.components.parameters[nameOf(parameter.$ref)];
}

function toField(parameter: ParameterObject | undefined): Field {
  const { name = '', schema = {}, description = '', required = false, in: place = '' } = parameter ?? {};
  return { name, schema, description, required, note: labels.places[place] ?? place };
}
