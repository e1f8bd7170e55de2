/** Files that are made as they are sent stand in a short line of each agency. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { grant } from '../../../src/domains/credits/index.ts'
import { fileInTurn } from '../../../src/kernel/operation/file-line.ts'
import type { CsvAnswer } from '../../../src/kernel/operation/operation.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const { signal } = new AbortController()
const of = (agency: string) => ({ agency, workspace: agency })
const file = (agency = 'a', made = signal) =>
  fileInTurn<CsvAnswer>(w.app, of(agency), made, async () => ({ filename: 'a.csv', lines: ['a\n', 'b\n'] }))
const iteratorOf = ({ lines }: CsvAnswer) => (lines as AsyncIterable<string>)[Symbol.asyncIterator]()
const textOf = async ({ lines }: CsvAnswer) => (await Array.fromAsync(lines)).join('')
const isIn = (asked: Promise<unknown>) =>
  Promise.race([asked.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))])

test('an agency has two files at a time and four that wait; behind them the answer is 503, and others are not held up', async () => {
  const [first, second] = [await file(), await file()]
  const waiting = [file(), file(), file(), file()]
  expect(await isIn(waiting[0]!)).toBe(false)
  expect(await refusal(file())).toMatchObject({ code: 'busy', status: 503, retry_after: 30 })
  expect(await textOf(await file('b'))).toBe('a\nb\n')
  expect(await textOf(first)).toBe('a\nb\n')
  expect(await isIn(waiting[0]!)).toBe(true)
  expect(await isIn(waiting[1]!)).toBe(false)
  await iteratorOf(second).return!()
  expect(await isIn(waiting[1]!)).toBe(true)
  for (const one of waiting) expect(await textOf(await one)).toBe('a\nb\n')
})

test('whoever leaves the line or a file gives up the place, and so does a file that cannot be made', async () => {
  const caller = new AbortController()
  const broken = () => fileInTurn(w.app, of('a'), signal, () => Promise.reject(new Error('no such job')))
  for (let i = 0; i < 3; i++) await expect(broken()).rejects.toThrow('no such job')
  const [first] = [await file(), await file()]
  const left = file('a', caller.signal)
  const next = file()
  caller.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await iteratorOf(first).return!()
  expect(await textOf(await next)).toBe('a\nb\n')
})

test('the file of all links is in this line, and ends with the caller of its search', async () => {
  const made = await Promise.all([w.call<CsvAnswer>('ada', 'export_links_csv'), w.call('ada', 'export_links_csv')])
  const third = w.call('ada', 'export_links_csv')
  expect(await isIn(third)).toBe(false)
  await Array.fromAsync(made[0].lines)
  await third
})

test('files that are on their way keep nothing of the log from being written back', async () => {
  const line = { tenant_id: 'ten_northwind', reason: 'adjustment', actor: 'test', kind: 'index' } as const
  w.db.write((tx) => grant(tx, { ...line, amount: 2000 }) as never)
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  const urls = Array.from({ length: 2000 }, (_, i) => `https://bakery.example/${i}`)
  await w.call('ada', 'submit_index_job', { urls, preflight: false })
  const files = [
    iteratorOf(await w.call<CsvAnswer>('ada', 'export_links_csv')),
    iteratorOf(await w.call<CsvAnswer>('ada', 'export_audit_jsonl')),
  ]
  for (const one of files) expect((await one.next()).done).toBe(false)
  await files[0]!.next()
  for (let i = 0; i < 3000; i++) {
    w.db.write((tx) =>
      tx.run("insert or replace into settings values ('filling', ?, ?)", JSON.stringify('x'.repeat(8000)), tx.now),
    )
    if (i % 50 === 0) await Bun.sleep(0)
  }
  expect(statSync(`${w.db.file}-wal`).size).toBeLessThan(8 << 20)
  expect(w.db.storage.state.state).toBe('sound')
  for (const one of files) await one.return!()
})
