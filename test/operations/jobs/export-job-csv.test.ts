import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createJob } from '../../../src/domains/jobs/index.ts'
import type { CsvAnswer } from '../../../src/kernel/operation/operation.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

/** The file's rows by URL, each a value a column. The links of the test hold neither commas nor quotes. */
async function rowsOf(id: string): Promise<Map<string, Record<string, string>>> {
  const { lines } = await w.call<CsvAnswer>('ada', 'export_job_csv', { id })
  let text = ''
  for await (const line of lines) text += line
  const [head, ...rows] = text.trim().split('\r\n')
  const names = head!.split(',')
  return new Map(
    rows.map((row) => {
      const values = row.split(',')
      return [values[1]!, Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']))]
    }),
  )
}

test('the file tells why a link failed, and speaks of the guarantee only where a link was sent or waits for it', async () => {
  const urls = ['failed', 'flagged', 'uncovered', 'waiting'].map((name) => `https://bakery.example/${name}`)
  const [failed, flagged, uncovered, waiting] = urls as [string, string, string, string]
  const id = w.db.write((tx) => {
    const order = { tenant_id: 'ten_bakery', type: 'index', name: 'Guest posts' } as const
    return createJob(tx, callerOf('ada'), order, { urls, state: 'queued', credit: 'reserved' })
  })
  const set = (url: string, columns: string) =>
    w.db.write((tx) => tx.run(`update links set ${columns} where job_id = ? and url = ?`, id, url))
  set(failed, "state = 'failed', credit = 'released', sent_at = null, reason = 'The supplier takes no such link'")
  set(flagged, "state = 'flagged', credit = 'excluded', sent_at = null")
  set(uncovered, "state = 'sent', credit = 'consumed', guarantee = 0, sent_at = '2026-11-01T00:00:00.000Z'")
  set(waiting, "state = 'scheduled', credit = 'reserved', guarantee = 1, sent_at = null")
  const rows = await rowsOf(id)
  const told = (url: string) => [rows.get(url)!.reason, rows.get(url)!.guarantee]
  expect(told(failed)).toEqual(['The supplier takes no such link', ''])
  expect(told(flagged)).toEqual(['', ''])
  expect(told(uncovered)[1]).toBe('not covered')
  expect(told(waiting)[1]).toBe('covered')
})
