import { takesBody, type AnyEndpoint } from '@jadegate/contract/endpoint';
import { SUCCESS, TOKEN_HEADER } from '@jadegate/contract/envelope';
import { errorRow, type ErrorCode } from '@jadegate/contract/error';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import * as z from 'zod';

type Json = Record<string, unknown>;

/** One endpoint as the document has it. */
export interface DescribedEndpoint {
  endpoint: AnyEndpoint;
  /** The document's name of its path. */
  path: string;
  operation: Json;
  /** What it refers to, by the names that the document knows them by. */
  schemas: Json;
}

/** The OpenAPI document, printed from the same declarations that are registered as routes. */
export function openApi(endpoints: readonly AnyEndpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = {};
  for (const { endpoint, path, operation: described, schemas: own } of describeEndpoints(endpoints)) {
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described };
    Object.assign(schemas, own);
  }
  return { ...frame(version), paths, components: components(schemas) };
}

/** One after another: describing one takes a millisecond or ten, all of them as long as nobody may hold the event loop. */
export function* describeEndpoints(endpoints: readonly AnyEndpoint[]): Generator<DescribedEndpoint> {
  const templates = templatesOf(endpoints);
  for (const endpoint of endpoints) {
    const path = templates.get(shapeOf(endpoint.path)) ?? template(endpoint.path);
    const schemas: Json = {};
    const described = withDefinitionsIn(schemas, operation(endpoint, path)) as Json;
    yield { endpoint, path, operation: described, schemas };
  }
}

/** What stands in the document before its paths. */
export function frame(version: string): Json {
  return { openapi: '3.1.0', info: { title: 'Jadegate', version } };
}

export function components(schemas: Json): Json {
  return {
    securitySchemes: { token: { type: 'apiKey', in: 'header', name: TOKEN_HEADER } },
    schemas: { Failure, ...schemas },
  };
}

/**
 * OpenAPI knows a path by its shape: `/assets/{id}` and `/assets/{ids}` are the same one and may not both stand there.
 * The shorter name is the path's, and the parameter says where it takes several.
 */
function templatesOf(endpoints: readonly AnyEndpoint[]): Map<string, string> {
  const templates = new Map<string, string>();
  for (const { path } of endpoints) {
    const known = templates.get(shapeOf(path));
    const own = template(path);
    templates.set(shapeOf(path), known === undefined || own.length < known.length ? own : known);
  }
  return templates;
}

const PARAMETER = /:(\w+)/g;

function template(path: string): string {
  return path.replace(PARAMETER, '{$1}');
}

function shapeOf(path: string): string {
  return path.replace(PARAMETER, '{}');
}

/** Stands with the answer too, which is what the API page shows of a call. */
const WIDENS =
  'Changes what people can reach: a login that has not proved within 15 minutes who it is gets `auth.recent_proof_needed` ' +
  '(prove it with `POST /account/recent-proof` and repeat the call), an access token without the scope `administration` ' +
  '`auth.token_scope`.';

function operation(endpoint: AnyEndpoint, path: string): Json {
  return {
    operationId: operationId(endpoint.method, path),
    summary: endpoint.summary,
    ...(endpoint.widens && { description: WIDENS, 'x-widens': true }),
    tags: [endpoint.path.split('/')[1]],
    'x-access': endpoint.access,
    ...(endpoint.interactive && { 'x-interactive': true }),
    ...(endpoint.access !== 'public' && { security: [{ token: [] }] }),
    parameters: [...pathParameters(endpoint, path), ...parameters(endpoint.query, 'query')],
    ...((takesBody(endpoint) || endpoint.upload) && {
      requestBody: { required: true, content: contentOf(endpoint) },
    }),
    responses: { 200: endpoint.download ? { description: 'The file.' } : envelope(endpoint) },
  };
}

/** `GET /assets/{id}/host-key` is called `getAssetsIdHostKey`. */
function operationId(method: string, path: string): string {
  const words = path.match(/[A-Za-z0-9]+/g) ?? [];
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('');
}

const SEVERAL = 'One id, or several joined with commas.';

/** Under the names that the path has in the document. */
function pathParameters(endpoint: AnyEndpoint, path: string): Json[] {
  const names = path.match(/[^{]+(?=})/g) ?? [];
  const own = [...endpoint.path.matchAll(PARAMETER)].map(([, name]) => name);
  return parameters(endpoint.params, 'path').map((parameter) => ({
    ...parameter,
    name: names[own.indexOf(String(parameter.name))],
    ...(parameter.name === 'ids' && { description: SEVERAL }),
  }));
}

function contentOf(endpoint: AnyEndpoint): Json {
  const fields = takesBody(endpoint) ? schemaOf(endpoint.body, 'input') : { type: 'object' };
  if (!endpoint.upload) {
    return { 'application/json': { schema: fields } };
  }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const properties = { ...(fields.properties as Json | undefined), file };
  const required = [...((fields.required as string[] | undefined) ?? []), 'file'];
  return { 'multipart/form-data': { schema: { ...fields, properties, required } } };
}

const CODES = [...new Set(Object.keys(ERROR_WORDS).map((error) => errorRow(error as ErrorCode).code))];

/** What any call answers that did not succeed. */
const Failure = {
  type: 'object',
  properties: {
    code: { type: 'integer', enum: CODES },
    message: { type: 'string', description: 'For a person.' },
    error: { type: 'string', description: 'A stable name.' },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'rule', 'message'],
      },
    },
    requestId: { type: 'string' },
  },
  required: ['code', 'message', 'error', 'requestId'],
};

function envelope(endpoint: AnyEndpoint): Json {
  const success = {
    type: 'object',
    properties: {
      code: { type: 'integer', enum: [SUCCESS] },
      message: { type: 'string', enum: ['success'] },
      data: schemaOf(endpoint.response, 'output'),
    },
    required: ['code', 'message', 'data'],
  };
  const description = 'Code 1 on success; any other code is a failure.';
  return {
    description: endpoint.widens ? `${description} ${WIDENS}` : description,
    content: {
      'application/json': { schema: { oneOf: [success, { $ref: '#/components/schemas/Failure' }] } },
    },
  };
}

function parameters(schema: AnyEndpoint['params'], place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** Schemas that refer to themselves bring their definitions along; a document has one place for all of them. */
function withDefinitionsIn(schemas: Json, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withDefinitionsIn(schemas, item));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const { $defs = {}, ...rest } = value as Json & { $defs?: Json };
  for (const [name, definition] of Object.entries($defs)) {
    schemas[name] = withDefinitionsIn(schemas, definition);
  }
  return Object.fromEntries(
    Object.entries(rest).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string'
        ? item.replace('#/$defs/', '#/components/schemas/')
        : withDefinitionsIn(schemas, item),
    ]),
  );
}
