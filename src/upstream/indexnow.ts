/** IndexNow (indexnow.org/documentation): one POST for each submission, to the configured endpoint. */

import type { IndexNowEndpoint } from '../domains/indexnow/endpoint.ts'
import type { AdapterContext } from '../kernel/web-fetch/adapter.ts'
import { isPage } from './gateway-answers.ts'
import { createHttp } from './http.ts'

export function createIndexNowEndpoint(address: string, context: AdapterContext): IndexNowEndpoint {
  const http = createHttp({ name: 'IndexNow', base_url: address, secrets: [], ...context })
  return {
    async submit({ host, key, key_location, urls }, signal) {
      const json = { host, key, keyLocation: key_location, urlList: urls }
      const reply = await http.send({ path: '', headers: JSON_TYPE, json, order: true }, signal)
      return {
        status: reply.status,
        body: reply.text,
        retry_after: http.refusal(reply).retryAfter,
        page: isPage(reply),
        location: reply.headers.get('location'),
      }
    },
  }
}

/** Spelled as in the protocol's document. */
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
