import { expect, test } from 'bun:test'
import { Fault, invalid, notFound } from '../../../src/kernel/operation/fault.ts'

test('what is missing and what is not yours read alike, whatever it is', () => {
  for (const what of ['workspace', 'session', 'job']) {
    const fault = notFound(what)
    expect([fault.code, fault.status]).toEqual(['not_found', 404])
    expect(fault.message).toBe(`There is no such ${what}, or it is not yours to see.`)
  }
})

test('a refusal of the input tells its first fault in words, and every one in its details', () => {
  const issues = [
    { path: 'urls.3', message: 'must be text' },
    { path: '', message: 'must be a JSON object' },
  ]
  const fault = invalid(...issues)
  expect([fault.status, fault.message, fault.details]).toEqual([422, 'urls.3: must be text', { issues }])
  expect(invalid(issues[1]!).message).toBe('must be a JSON object')
  expect(fault).toBeInstanceOf(Fault)
})
