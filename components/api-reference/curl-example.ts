import type { OperationObject, ParameterObject } from '@/lib/openapi/api-document';

interface Call {
  origin: string;
  method: string;
  path: string;
  operation: OperationObject;
}

/** A command for a shell in which `$KEY` is the API key, from the examples of the document. */
export function curlExample({ origin, method, path, operation }: Call): string {
  const given = operation.parameters.filter(
    (parameter): parameter is ParameterObject => 'name' in parameter && parameter.example !== undefined,
  );
  const filled = given
    .filter((parameter) => parameter.in === 'path')
    .reduce((rest, { name, example }) => rest.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = given
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, example }) => [example].flat().map((value) => `${name}=${encodeURIComponent(String(value))}`));
  const body = operation.requestBody?.content['application/json']?.example;
  const address = `${origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${address}'`,
    `-H "Authorization: Bearer $KEY"`,
    ...(method === 'get' ? [] : [`-H "Idempotency-Key: $(uuidgen)"`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body).replaceAll(`'`, `'\\''`)}'`]),
  ].join(' \\\n  ');
}
