/** Parameters of OAuth requests come from anybody: their number is limited before any of them is read. */
import { expect, spyOn, test } from 'bun:test'
import { assertSingle, type OauthError, parametersIn } from '../../../src/domains/oauth/index.ts'

const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as OauthError).code
  }
  return 'fine'
}
const names = (n: number): string => Array.from({ length: n }, (_, i) => i.toString(36)).join('&')

test('30 parameters are read, one more is refused before any is parsed', () => {
  expect([...parametersIn(names(30))].length).toBe(30)
  const parse = spyOn(globalThis, 'URLSearchParams')
  try {
    const refused = refusal(() => parametersIn(names(31)))
    expect([refused, parse.mock.calls.length]).toEqual(['invalid_request', 0])
    expect(refusal(() => parametersIn('&'.repeat(64_000)))).toBe('invalid_request')
  } finally {
    parse.mockRestore()
  }
})

test('names are compared in one pass, however many there are', () => {
  const many = new URLSearchParams(names(16_500))
  const [all, one] = [spyOn(many, 'getAll'), spyOn(many, 'get')]
  assertSingle(many)
  expect(all.mock.calls.length + one.mock.calls.length).toBe(0)
})

test('only resource may be given more than once', () => {
  assertSingle(new URLSearchParams('resource=a&resource=b&scope=read'))
  expect(refusal(() => assertSingle(new URLSearchParams('scope=read&state=s&scope=admin')))).toBe('invalid_request')
})
