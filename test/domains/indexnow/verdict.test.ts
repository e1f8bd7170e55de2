import { describe, expect, test } from 'bun:test'
import { judgeAnswer, judgeFailure, type SubmissionVerdict } from '../../../src/domains/indexnow/verdict.ts'
import { readerOf } from '../../../src/kernel/language/reader.ts'
import { inPlainEnglish, packSaid, sayStored, unpackSaid } from '../../../src/kernel/language/say.ts'
import { HOUR, MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { UpstreamError } from '../../../src/kernel/web-fetch/upstream-error.ts'
import { slower } from '../../slower.ts'
import { FORBIDDEN, NOT_FETCHED_YET } from '../../upstreams/indexnow.ts'

const answer = (status: number, body: unknown = '', retry_after?: number) => ({
  status,
  body: JSON.stringify(body),
  retry_after,
})

test.each([200, 202])('%i is received', (status) => {
  expect(judgeAnswer(answer(status), 1)).toMatchObject({ status: 'received' })
})

test.each([400, 403, 405, 422])('%i is refused at once and never tried again', (status) => {
  const verdict = judgeAnswer(answer(status), 1)
  expect(verdict.status).toBe('refused')
  expect(verdict.wait).toBeUndefined()
})

test.each([
  [403, 'a firewall before the engines'],
  [200, 'the page of a network that wants a sign-in'],
  [502, 'a gateway'],
])('a web page with %i is not the endpoint, and is tried again: %s', (status) => {
  const verdict = judgeAnswer({ ...answer(status), page: true }, 1)
  expect(verdict).toMatchObject({ status: 'queued', wait: 10 * SECOND })
  expect(inPlainEnglish(verdict.explanation)).toStartWith(`A web page answered ${status} in place of the endpoint`)
})

test('the words of the engine stand beside the explanation', () => {
  const details = [{ target: 'host', message: 'host is not a valid hostname' }]
  const read = (...given: Parameters<typeof judgeAnswer>) => inPlainEnglish(judgeAnswer(...given).explanation)
  expect(read(answer(400, { code: 'InvalidRequestParameters', message: '', details }), 1)).toBe(
    'The endpoint rejected the request as malformed. It said: host is not a valid hostname.',
  )
  expect(read(answer(422, { message: 'URL is invalid' }), 1)).toEndWith('It said: URL is invalid.')
  expect(read({ status: 400, body: 'no JSON' }, 1)).toEndWith('as malformed.')
})

test('what is stored is read in the language of the reader, with the words of the engine as they were', () => {
  const { explanation } = judgeAnswer(answer(503, { message: 'Busy' }), 99)
  const german = sayStored(readerOf('UTC', 'de'), unpackSaid(packSaid(explanation)))
  expect(german).toBe('Der Endpunkt hat mit 503 geantwortet. Wortlaut: Busy. Nach 99 Versuchen aufgegeben.')
})

test('a redirect says where to', () => {
  const { status, explanation } = judgeAnswer({ ...answer(301), location: 'https://www.bing.com/indexnow' }, 1)
  expect([status, inPlainEnglish(explanation)]).toEqual([
    'queued',
    expect.stringContaining('points to https://www.bing.com/indexnow'),
  ])
})

test("Bing's two refusals read differently, and differently from a plain 403", () => {
  const texts = [answer(403, NOT_FETCHED_YET), answer(403, FORBIDDEN), answer(403)].map((one) =>
    inPlainEnglish(judgeAnswer(one, 1).explanation),
  )
  expect(texts[0]).toContain('has not fetched the key file yet')
  expect(texts[1]).toContain('Rotate the key')
  expect(texts[2]).toContain('Verify the site')
})

describe('another attempt', () => {
  /** Waits between the attempts, until it is given up. */
  const waits = (judge: (attempt: number) => SubmissionVerdict) => {
    const all: number[] = []
    for (let attempt = 1; ; attempt++) {
      const { status, wait } = judge(attempt)
      if (status !== 'queued') return { all, end: status }
      all.push(wait!)
    }
  }

  test('follows 1 to 2 minutes after a key file that is yet to be fetched, for at least 10 minutes', () => {
    const { all, end } = waits((n) => judgeAnswer(answer(403, NOT_FETCHED_YET), n))
    for (const wait of all) expect(wait).toBeWithin(MINUTE, 2 * MINUTE + 1)
    expect(all.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(10 * MINUTE)
    expect(end).toBe('refused')
  })

  test('follows no sooner than 10 minutes after 429, then ever later', () => {
    const { all, end } = waits((n) => judgeAnswer(answer(429), n))
    expect(all[0]).toBe(10 * MINUTE)
    expect(all).toEqual(all.toSorted((a, b) => a - b))
    expect(end).toBe('failed')
  })

  test.each([500, 503, 408, 301])('follows within seconds after %i, then ever later', (status) => {
    const { all, end } = waits((n) => judgeAnswer(answer(status), n))
    expect(all[0]).toBe(10 * SECOND)
    expect(all).toEqual(all.toSorted((a, b) => a - b))
    expect(end).toBe('failed')
  })

  test.each([
    [429, 90 * SECOND, 90 * SECOND],
    [503, 2 * HOUR, 2 * HOUR],
    [429, 0, SECOND],
    [429, 24 * HOUR, 12 * HOUR],
  ])('after %i with Retry-After waits as asked, within bounds', (status, asked, wait) => {
    expect(judgeAnswer(answer(status, '', asked), 1).wait).toBe(wait)
  })

  test('is given up in the end even when a pause is always asked for', () => {
    expect(waits((n) => judgeAnswer(answer(429, '', SECOND), n)).end).toBe('failed')
  })

  test('follows soon when nothing was sent, and after 5 minutes of quiet when it may have arrived', () => {
    expect(judgeFailure(new UpstreamError('transient', 'IndexNow could not be reached'), 1).wait).toBe(10 * SECOND)
    expect(judgeFailure(new UpstreamError('unknown', 'IndexNow did not answer'), 1).wait).toBe(5 * MINUTE)
    expect(judgeFailure(new UpstreamError('auth', 'IndexNow cannot be called'), 1)).toMatchObject({ status: 'failed' })
  })
})

test('a long answer is read in one pass', () => {
  const judge = (body: string) => judgeAnswer({ status: 403, body }, 1)
  expect(slower(judge, 'UserForbid'.repeat(10_000), 'x'.repeat(100_000))).toBeLessThan(50)
  expect(inPlainEnglish(judge('{"code":"UserForbiddedToAccessSite"}').explanation)).toContain('remembers a refusal')
})
