/**
 * Criterion 8 of client reports, with the executable alone: copied to a folder of its own, it draws the PDF of a report
 * with its fonts and libraries inside.
 */

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../src/kernel/database/database.ts'
import { systemClock } from '../../../src/kernel/time/clock.ts'
import { seedApproved } from '../../features/reports/deliveries/reports.ts'
import { WHOLE } from '../../long/whole.ts'
import { type Appliance, appliance } from '../appliance.ts'
import { binary } from '../binary.ts'

const CLIENT = 'Łódź Straße Жук Ωμέγα Tiếng'
const READERS = ['qpdf', 'pdftotext', 'pdfinfo', 'mutool'].every((name) => Bun.which(name))

const folder = mkdtempSync(join(tmpdir(), 'signalpost-alone-'))
const path = join(folder, 'report.pdf')
let one: Appliance
beforeAll(async () => {
  const alone = join(folder, 'signalpost')
  copyFileSync(await binary(), alone)
  one = await appliance({}, alone)
  await one.stop()
  const db = openDatabase(join(one.data_dir, 'signalpost.db'), systemClock)
  seedApproved({ db }, { id: 'iss_one', tenant_id: one.tenant_id, client: CLIENT, at: '2099-01-01T00:00:00.000Z' })
  db.close()
  await one.start()
}, 120_000)
afterAll(async () => {
  await one.close()
  rmSync(folder, { recursive: true })
})

async function draw(): Promise<Uint8Array> {
  const asked = await fetch(`${one.address()}/api/v1/reports/iss_one/pdf`, {
    headers: { authorization: `Bearer ${one.key()}` },
  })
  expect([asked.status, asked.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return asked.bytes()
}

/** Time of the processor that the process used until now, in hundredths of a second. */
function used(): number {
  const [, rest] = readFileSync(`/proc/${one.pid()}/stat`, 'utf8').split(') ')
  const [user, system] = rest!.split(' ').slice(11, 13).map(Number)
  return user! + system!
}

function run(...command: string[]): string {
  const { exitCode, stdout } = Bun.spawnSync(command)
  expect([command[0], exitCode]).toEqual([command[0], 0])
  return stdout.toString()
}

describe('criterion 8: the executable alone', () => {
  test(`draws a report of at most 300 KB${WHOLE ? ', in at most 150 ms of the processor after the first' : ''}`, async () => {
    const bytes = await draw()
    writeFileSync(path, bytes)
    expect(bytes.length).toBeLessThan(300_000)
    if (!WHOLE) return
    const before = used()
    for (let i = 0; i < 5; i++) await draw()
    expect((used() - before) * 10).toBeLessThan(5 * 150)
  })

  test.skipIf(!READERS)('which three readers open, tagged and with text in five scripts', () => {
    expect(run('qpdf', '--check', path)).toContain('No syntax or stream encoding errors found')
    const facts = run('pdfinfo', path)
    expect(facts).toMatch(/Tagged: +yes/)
    expect(facts).not.toMatch(/signalpost|pdfkit/i)
    expect(run('pdfinfo', '-struct-text', path)).toMatch(/ H1 .*\n +"49 new pages in Google"/)
    for (const text of [run('pdftotext', path, '-'), run('mutool', 'draw', '-q', '-F', 'txt', path)])
      expect(text).toContain(CLIENT)
  })
})
