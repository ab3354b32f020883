import type { ApiDocument, OperationObject, SchemaObject } from '@/lib/openapi/api-document';
import { Section } from '../shell/page';
import { DefinitionList } from '../ui/definition-list';
import { ApiOperation, type ListedOperation, problemId } from './api-operation';
import { FieldList, fieldsOf, nameOf, objectId, RichText } from './field-list';
import { apiReferenceLabels as labels } from './labels';

const anchored = 'scroll-mt-[calc(var(--top)+16px)]';

/** Rendered on the server from the document that partners download, so that both say the same. */
export function ApiReference({ document, origin }: { document: ApiDocument; origin: string }) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): ListedOperation => ({ method, path, operation })),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const { schemas, responses } = document.components;
  const linked = new Set(
    [
      ...operations.flatMap(({ operation }) => optionsOf(operation)),
      ...Object.values(document.webhooks).flatMap(
        ({ post }) => post.requestBody.content['application/json']?.schema ?? [],
      ),
      ...Object.values(schemas).flatMap(({ properties = {} }) => Object.values(properties)),
    ].flatMap(namesIn),
  );
  const objects = Object.entries(schemas).filter(([name]) => linked.has(name));
  return (
    <div className="mt-6 grid grid-cols-[200px_minmax(0,1fr)] gap-x-10 gap-y-8 max-lg:grid-cols-1">
      <nav
        aria-label={labels.contents}
        className="self-start text-13 lg:sticky lg:top-[calc(var(--top)+24px)] lg:max-h-[calc(100dvh-var(--top)-48px)] lg:overflow-y-auto"
      >
        {groups.map((group) => (
          <div key={group.name} className="mb-3">
            <p className="text-12 text-meta">{group.name}</p>
            <ul>
              {group.operations.map(({ operation }) => (
                <li key={operation.operationId}>
                  <ContentsLink href={`#${operation.operationId}`}>{operation.summary}</ContentsLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <ContentsLink href="#objects">{labels.objects}</ContentsLink>
        <ContentsLink href="#errors">{labels.errors}</ContentsLink>
      </nav>
      <div className="grid min-w-0 grid-cols-1 gap-10">
        <Section title={labels.basics}>
          <DefinitionList
            termWidth="md"
            items={Object.fromEntries(
              labels.basicsRows.map(([term, text]) => [term, <RichText key={term} text={text} />]),
            )}
          />
        </Section>
        {groups.map((group) => (
          <Section key={group.name} title={group.name} remark={group.description}>
            <div className="grid grid-cols-1 gap-12">
              {group.operations.map((listed) => (
                <ApiOperation key={listed.operation.operationId} {...listed} document={document} origin={origin} />
              ))}
            </div>
          </Section>
        ))}
        <div id="objects" className={anchored}>
          <Section title={labels.objects} remark={labels.objectsRemark}>
            <div className="grid grid-cols-1 gap-8">
              {objects.map(([name, schema]) => (
                <article
                  key={name}
                  id={objectId(name)}
                  aria-labelledby={`${objectId(name)}-title`}
                  className={anchored}
                >
                  <h3 id={`${objectId(name)}-title`}>
                    <a href={`#${objectId(name)}`} className="underline-offset-2 hover:underline">
                      {name}
                    </a>
                  </h3>
                  <FieldList fields={fieldsOf(schema)} />
                </article>
              ))}
            </div>
          </Section>
        </div>
        <div id="errors" className={anchored}>
          <Section title={labels.errors} remark={labels.errorsRemark}>
            <FieldList fields={fieldsOf(schemas['Problem'] ?? {})} />
            <dl className="mt-4 divide-y border-t text-13">
              {Object.entries(responses).map(([name, { description }]) => {
                const status = name.replace('Problem', '');
                return (
                  <div
                    key={name}
                    id={problemId(status)}
                    className={`grid grid-cols-[48px_minmax(0,1fr)] py-2 ${anchored}`}
                  >
                    <dt className="tabular-nums">{status}</dt>
                    <dd className="min-w-0 [overflow-wrap:anywhere]">
                      <RichText text={description} />
                    </dd>
                  </div>
                );
              })}
            </dl>
          </Section>
        </div>
      </div>
    </div>
  );
}

/** Operations list the fields of an object, but only the names of several. */
function optionsOf({ responses }: OperationObject): readonly SchemaObject[] {
  return Object.values(responses).flatMap((response) =>
    'content' in response ? (response.content['application/json']?.schema.anyOf ?? []) : [],
  );
}

function namesIn({ $ref, items, anyOf = [] }: SchemaObject): string[] {
  return [...($ref === undefined ? [] : [nameOf($ref)]), ...[items ?? [], anyOf].flat().flatMap(namesIn)];
}

function ContentsLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="flex min-h-7 items-center rounded-1 py-1 leading-4 text-ink-2 underline-offset-2 hover:text-ink hover:underline max-md:min-h-11"
    >
      {children}
    </a>
  );
}
