import { takesBody, type AnyEndpoint } from '@jadegate/contract/endpoint';
import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import * as z from 'zod';

type Json = Record<string, unknown>;

/** The OpenAPI document, printed from the same declarations that are registered as routes. */
export function openApi(endpoints: readonly AnyEndpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Jadegate', version },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: TOKEN_HEADER } } },
    paths,
  };
}

function operation(endpoint: AnyEndpoint): Json {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    'x-access': endpoint.access,
    ...(endpoint.interactive && { 'x-interactive': true }),
    ...(endpoint.access !== 'public' && { security: [{ token: [] }] }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...((takesBody(endpoint) || endpoint.upload) && {
      requestBody: { required: true, content: contentOf(endpoint) },
    }),
    responses: { 200: endpoint.download ? { description: 'The file.' } : envelope(endpoint) },
  };
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

function envelope(endpoint: AnyEndpoint): Json {
  const schema = {
    type: 'object',
    properties: {
      code: { const: 1 },
      message: { const: 'success' },
      data: schemaOf(endpoint.response, 'output'),
    },
  };
  return {
    description: 'Code 1 on success; any other code is a failure.',
    content: { 'application/json': { schema } },
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
