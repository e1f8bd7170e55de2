import { describe, expect, test } from 'bun:test'
import {
  createLog,
  type LogFormat,
  type LogLevel,
  maskText,
  redact,
  withoutQueries,
} from '../../../src/kernel/environment/log.ts'
import { newSecret } from '../../../src/kernel/secrets/ids.ts'
import { slower } from '../../slower.ts'
import { handClock, START } from '../../world.ts'

function logged(format: LogFormat = 'json', level: LogLevel = 'debug') {
  const lines: string[] = []
  return { log: createLog({ level, format, clock: handClock(), write: (line) => lines.push(line) }), lines }
}

test('a line is JSON with the time, the level and the facts', () => {
  const { log, lines } = logged()
  log.info('listening', { address: 'http://127.0.0.1:8080', port: 8080 })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time: START, level: 'info', message: 'listening', address: 'http://127.0.0.1:8080', port: 8080 },
  ])
})

test('levels below the least say nothing', () => {
  const { log, lines } = logged('json', 'warn')
  log.debug('a')
  log.info('b')
  log.warn('c')
  log.error('d')
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['c', 'd'])
})

describe('secrets never reach the log', () => {
  const secrets = ['ipk', 'sps', 'spi', 'spr', 'spv', 'spx', 'cb', 'new'].map(newSecret)

  test('by the name of their field, however deep', () => {
    const { log, lines } = logged()
    const facts = { password: 'hunter2', deep: [{ api_key: 'hunter2', Authorization: 'hunter2', cookie: 'hunter2' }] }
    log.info('x', {
      ...facts,
      token_hash: 'hunter2',
      current_password: 'hunter2',
      client_secret: 'hunter2',
      key: 'hunter2',
    })
    expect(lines.join()).not.toContain('hunter2')
    expect(JSON.parse(lines[0]!).deep[0].api_key).toBe('[masked]')
  })

  test('by their shape, in messages, facts, errors and addresses', () => {
    const { log, lines } = logged()
    for (const secret of secrets) {
      log.info(`used ${secret}`, { note: `it was ${secret}.`, error: new Error(`no ${secret}`) })
      log.info('asked', { url: `https://site.example/r/${secret}?a=${secret}` })
      expect(lines.join()).not.toContain(secret)
    }
    log.info('sent', { head: 'Authorization: Bearer abc.def-ghi', url: 'https://ada:hunter2@site.example/' })
    expect(lines.join()).not.toMatch(/abc\.def|hunter2/)
  })

  test('with the query strings of addresses, which may hold some', () => {
    for (const format of ['json', 'pretty'] as const) {
      const { log, lines } = logged(format)
      const url = 'https://site.example/a?q=hunter2&b=hunter2#hunter2'
      log.info(`fetched ${url}`, { url, list: ['/verify?token=hunter2'], error: new Error(`no ${url}`) })
      expect(lines.join()).not.toContain('hunter2')
      expect(lines.join()).toContain('https://site.example/a?…')
    }
  })

  test('also after several question marks, each text in one pass', () => {
    const texts = ['/a?b?token=hunter2', '/a??token=hunter2', '/a?=b?token=hunter2', '/a?token==hunter2']
    expect(texts.map(withoutQueries)).toEqual(['/a?…', '/a?…', '/a?…', '/a?…'])
    expect(withoutQueries('Who? "Why?" /a?b')).toBe('Who? "Why?" /a?b')
    expect(slower(withoutQueries, '?'.repeat(40_000), 'a'.repeat(40_000))).toBeLessThan(50)
  })

  test('and what only looks a little like one stays readable', () => {
    expect(maskText('a speech about ipk keys at https://site.example:8080/a@b')).toBe(
      'a speech about ipk keys at https://site.example:8080/a@b',
    )
  })
})

test('control characters and line separators are written out, so that nobody forges a line', () => {
  for (const format of ['json', 'pretty'] as const) {
    const { log, lines } = logged(format)
    log.info('a\r\n{"level":"error"}', { name: 'b\u001b[31m\u0085\u2028\u0000' })
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
  }
})

test('long lists and deep values are cut, and values of no kind are kept', () => {
  expect((redact(Array(1000).fill(1)) as unknown[]).length).toBe(50)
  const deep = (levels: number): unknown => (levels === 0 ? 'end' : { next: deep(levels - 1) })
  expect(JSON.stringify(redact(deep(20)))).toContain('…')
  expect(redact({ a: null, b: undefined, c: 0, token: null })).toEqual({ a: null, b: undefined, c: 0, token: null })
})
