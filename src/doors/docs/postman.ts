/** The operations as a Postman collection, version 2.1: folders by section, a key and an address to fill in. */
import type { App } from '../../kernel/operation/app.ts'
import { withIds } from '../../kernel/operation/offered/example-ids.ts'
import type { AnyOperation } from '../../kernel/operation/operation.ts'
import { API } from '../door-base.ts'
import { exampleAnswer } from './example-answers.ts'
import { INFO, takesBody } from './openapi.ts'
import type { Json } from './openapi-schemas.ts'

export const POSTMAN = '/docs/postman.json'

export function postman({ operations, config, sections }: Pick<App, 'operations' | 'config' | 'sections'>): Json {
  return {
    info: {
      name: INFO.title,
      description: `${INFO.summary}\n\nFill in the variable \`key\` with an API key.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: config.site_url + API, type: 'string' },
      { key: 'key', value: '', type: 'string' },
    ],
    item: sections.all.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter((operation) => sections.of(operation.path) === name).map(itemOf),
    })),
  }
}

function itemOf(operation: AnyOperation): Json {
  const { name, summary, description } = operation
  const request = requestOf(operation)
  return {
    name,
    request: { ...request, description: [summary, description].filter(Boolean).join('\n\n') },
    response: [responseOf(operation, request)],
  }
}

function requestOf(operation: AnyOperation): Json {
  const { method, path, path_names } = operation
  const example = withIds(operation.example) as Json
  const rest = Object.entries(example).filter(([name]) => !path_names.includes(name))
  const has_body = takesBody(operation)
  const query = has_body ? [] : rest.map(([key, value]) => ({ key, value: textOf(value) }))
  const asked = query.length ? `?${query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&')}` : ''
  const steps = path.replace(/\{(\w+)\}/g, ':$1')
  return {
    method,
    header: has_body ? [{ key: 'Content-Type', value: 'application/json' }] : [],
    url: {
      raw: `{{url}}${steps}${asked}`,
      host: ['{{url}}'],
      path: steps.slice(1).split('/'),
      query,
      variable: path_names.map((key) => ({ key, value: textOf(example[key]) })),
    },
    body: has_body
      ? { mode: 'raw', raw: JSON.stringify(Object.fromEntries(rest), null, 2), options: JSON_BODY }
      : undefined,
  }
}

const JSON_BODY = { raw: { language: 'json' } }

function responseOf({ name, produces }: AnyOperation, originalRequest: Json): Json {
  const answer = exampleAnswer(name)
  return {
    name: 'Done',
    originalRequest,
    status: 'OK',
    code: 200,
    _postman_previewlanguage: produces ? 'text' : 'json',
    header: [{ key: 'Content-Type', value: produces ?? 'application/json' }],
    body: typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2),
  }
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
