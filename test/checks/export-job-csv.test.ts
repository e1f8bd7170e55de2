import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { CsvAnswer } from '../../src/kernel/operation.ts'
import { type World, world } from '../world.ts'

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
  const set = (url: string, columns: string) =>
    w.db.write((tx) =>
      tx.run(
        `update links set ${columns} where id = (select id from links where job_id = 'job_guestposts' and url = ?)`,
        url,
      ),
    )
  const { items } = await w.call<{ items: { url: string }[] }>('ada', 'list_job_urls', { id: 'job_guestposts' })
  const [failed, flagged, uncovered, waiting] = items.map(({ url }) => url) as [string, string, string, string]
  set(failed, "state = 'failed', credit = 'released', sent_at = null, reason = 'The supplier takes no such link'")
  set(flagged, "state = 'flagged', credit = 'excluded', sent_at = null")
  set(uncovered, "state = 'sent', credit = 'consumed', guarantee = 0, sent_at = '2026-11-01T00:00:00.000Z'")
  set(waiting, "state = 'scheduled', credit = 'reserved', guarantee = 1, sent_at = null")
  const rows = await rowsOf('job_guestposts')
  const told = (url: string) => [rows.get(url)!.reason, rows.get(url)!.guarantee]
  expect(told(failed)).toEqual(['The supplier takes no such link', ''])
  expect(told(flagged)).toEqual([rows.get(flagged)!.reason, ''])
  expect(told(uncovered)[1]).toBe('not covered')
  expect(told(waiting)[1]).toBe('covered')
})
