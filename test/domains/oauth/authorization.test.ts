import { describe, expect, test } from 'bun:test'
import {
  answerAt,
  type Client,
  clientIdIn,
  isOurs,
  type OauthError,
  readWish,
  redirectIn,
  siteOf,
  sourceOf,
  whyOff,
} from '../../../src/domains/oauth/index.ts'
import { CHALLENGE } from './app.ts'

const SITE = { issuer: 'https://push.example', resource: 'https://push.example/mcp' }
const app = (...redirect_uris: string[]): Client => ({
  id: 'app',
  kind: 'registered',
  name: 'App',
  redirect_uris,
  fresh_until: null,
})
const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as OauthError).code
  }
  return 'fine'
}

describe('the address to return to', () => {
  const back = (registered: string[], given?: string) =>
    refusal(() =>
      redirectIn(new URLSearchParams(given === undefined ? {} : { redirect_uri: given }), app(...registered)),
    )

  test.each([
    ['https://desk.example/back', 'https://desk.example/back'],
    ['http://127.0.0.1/back', 'http://127.0.0.1:50123/back'],
    ['http://127.0.0.1:8080/back?a=b', 'http://127.0.0.1:50123/back?a=b'],
    ['http://[::1]/back', 'http://[::1]:50123/back'],
    ['http://localhost:3000/back', 'http://localhost:50123/back'],
    ['http://localhost:3000', 'http://localhost:4000'],
  ])('%s is also %s', (registered, given) => {
    expect(back([registered], given)).toBe('fine')
  })

  test.each([
    ['https://desk.example/back', 'https://desk.example/back/'],
    ['https://desk.example/back', 'https://desk.example/back?a=b'],
    ['https://desk.example/back', 'https://desk.example:8443/back'],
    ['https://desk.example/back', 'https://DESK.example/back'],
    ['https://desk.example/back', 'https://desk.example/%62ack'],
    ['http://127.0.0.1/back', 'http://localhost/back'],
    ['http://localhost/back', 'http://127.0.0.1/back'],
    ['http://127.0.0.1/back', 'http://127.0.0.1/other'],
    ['http://127.0.0.1/back', 'https://127.0.0.1/back'],
    ['http://127.0.0.1/back', 'http://127.0.0.1:1@evil.example/back'],
    ['http://127.0.0.1/back', 'http://127.0.0.1.evil.example/back'],
    ['http://localhost', 'http://localhost/'],
  ])('%s is not %s', (registered, given) => {
    expect(back([registered], given)).toBe('invalid_redirect_uri')
  })

  test('may be left out by an app that has one, and by no other; never stand there twice', () => {
    expect(back(['https://desk.example/back'])).toBe('fine')
    expect(back(['https://desk.example/a', 'https://desk.example/b'])).toBe('invalid_redirect_uri')
    const twice = new URLSearchParams('redirect_uri=https://a.example/a&redirect_uri=https://a.example/b')
    expect(refusal(() => redirectIn(twice, app('https://a.example/a', 'https://a.example/b')))).toBe(
      'invalid_redirect_uri',
    )
  })

  test('is named by its origin in a policy; an IPv6 address by its scheme, since a policy knows no other word', () => {
    expect(sourceOf('https://desk.example:8443/back?a')).toBe('https://desk.example:8443')
    expect(sourceOf('http://[::1]:5000/back')).toBe('http:')
  })

  test('keeps its own query, and gets the answer, the state and who answers', () => {
    const told = { code: 'spc_1', state: 'a&b=c' }
    expect(answerAt('https://desk.example/back?x=a%20b', SITE, told)).toBe(
      'https://desk.example/back?x=a%20b&code=spc_1&state=a%26b%3Dc&iss=https%3A%2F%2Fpush.example',
    )
    expect(answerAt('http://127.0.0.1:1', SITE, { code: 'c', state: null })).toBe(
      'http://127.0.0.1:1?code=c&iss=https%3A%2F%2Fpush.example',
    )
  })
})

describe('a request', () => {
  const FINE = {
    response_type: 'code',
    client_id: 'app',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    resource: SITE.resource,
    state: 's',
  }
  const read = (more: Record<string, string | undefined>) => {
    const given = Object.entries({ ...FINE, ...more }).filter(([, value]) => value !== undefined)
    return readWish(new URLSearchParams(given as [string, string][]), SITE, 'https://desk.example/back')
  }

  test('is read whole', () => {
    expect(read({ scope: 'read write' })).toEqual({
      redirect_uri: 'https://desk.example/back',
      state: 's',
      challenge: CHALLENGE,
      scope: 'write',
    })
  })

  test.each([
    [undefined, 'read'],
    ['', 'read'],
    ['read', 'read'],
    ['offline_access', 'read'],
    ['admin', 'admin'],
    ['write read', 'write'],
    ['mcp openid write', 'write'],
    ['everything', 'read'],
    ['Admin', 'read'],
  ])('for the scope %p is one for %s', (scope, wanted) => {
    expect(read({ scope }).scope).toBe(wanted as never)
  })

  test.each([
    ['without a response type', { response_type: undefined }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with PKCE of no method, which would be plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['with a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for a part of this one', { resource: 'https://push.example/mcp/x' }, 'invalid_target'],
    ['to be answered in a fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ])('%s is refused', (_, more, code) => {
    expect(refusal(() => read(more))).toBe(code)
  })

  test('names the resource as it likes, or not at all', () => {
    for (const resource of [undefined, 'https://PUSH.example/mcp', 'https://push.example:443/mcp/'])
      expect(read({ resource }).scope).toBe('read')
    expect(isOurs(SITE, 'nothing')).toBe(false)
  })

  test('says nothing twice', () => {
    const twice = new URLSearchParams([...Object.entries(FINE), ['scope', 'read'], ['scope', 'admin']])
    expect(refusal(() => readWish(twice, SITE, 'https://desk.example/back'))).toBe('invalid_request')
    expect(refusal(() => clientIdIn(new URLSearchParams('client_id=a&client_id=b')))).toBe('invalid_request')
    expect(refusal(() => clientIdIn(new URLSearchParams()))).toBe('invalid_request')
  })
})

test.each([
  ['https://push.example', true],
  ['http://localhost:8080', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
  ['http://push.example', false],
  ['http://192.168.1.5:8080', false],
  ['http://127.evil.example', false],
])('OAuth at %s: %p', (site_url, on) => {
  expect(siteOf({ site_url })).toEqual(on ? { issuer: site_url, resource: `${site_url}/mcp` } : null)
  const reason = whyOff({ site_url })
  if (on) expect(reason).toBeNull()
  else expect(reason).toContain('SIGNALPOST_SITE_URL')
})
