/** What the export of a long trail costs, in a process of its own: memory that earlier tests gave back would count. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { verifiedFile } from '../../../src/kernel/audit/export-lines.ts'
import { world } from '../../world.ts'
import { writeRows } from './rows.ts'

setDefaultTimeout(600_000)

/** Until the statements are prepared and the code is compiled. */
const WARM = 400
const MOST = 20 * 2 ** 20

/** The most by which this process grew while it took a file, in the garbage collector's best case. */
async function grown(file: string, lines: AsyncIterable<string>): Promise<number> {
  const out = openSync(file, 'w')
  let steps = 0
  let [first, most] = [0, 0]
  for await (const text of lines) {
    writeSync(out, text)
    if (++steps !== WARM && steps % 500 !== 0) continue
    Bun.gc(true)
    const rss = process.memoryUsage().rss
    first ||= rss
    most = Math.max(most, rss)
  }
  closeSync(out)
  console.info(`an export of ${steps} steps took ${((most - first) / 2 ** 20).toFixed(1)} MB`)
  return most - first
}

test('an export of 1,000,000 rows takes less than 20 MB, and its file verifies', async () => {
  const w = world()
  const file = join(w.folder, 'export')
  for (let n = 0; n < 20; n++) writeRows(w.db, 50_000)
  const linesOf = async (name: string) => (await w.call<{ lines: AsyncIterable<string> }>('pat', name)).lines
  expect(await grown(file, await linesOf('export_audit_csv'))).toBeLessThan(MOST)
  expect(await grown(file, await linesOf('export_audit_jsonl'))).toBeLessThan(MOST)
  const verdict = w.db.read((tx) => verifiedFile(tx, w.app.sealer, file, []))
  expect(verdict).toMatchObject({ whole: true })
  expect(verdict.rows).toBeGreaterThanOrEqual(1_000_000)
  w.close()
})
