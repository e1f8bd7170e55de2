/** Criterion 3 of client reports: what its readers get says the same as the API. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportSummary } from '../../../../src/features/reports/index.ts'
import type { FrozenReport } from '../../../../src/features/reports/issues/shapes.ts'
import { sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { browserOf } from '../../../views/browser.ts'
import { type World, world } from '../../../world.ts'
import { seedApproved } from '../deliveries/reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalpost-equal-'))
let w: World
let smtp: Awaited<ReturnType<typeof smtpServer>>
beforeAll(async () => {
  smtp = await smtpServer()
  w = world()
  const settings = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' }
  await w.call('pat', 'update_email_settings', settings)
  const recipient = { id: 'ten_bakery', email: 'anna@bakery.example', pdf: true, has_consent: true }
  await w.call('ada', 'add_report_recipient', recipient)
  seedApproved(w, { id: 'iss_one' })
  w.db.write((tx) =>
    tx.run(`update report_issues set figures = json_insert(figures, '$.document.parts[#]', json(?))`, BLOCKED),
  )
  await w.run(sendReportsTask, sendMailsTask, sendReportsTask)
})
afterAll(() => {
  smtp.stop()
  w.close()
  rmSync(folder, { recursive: true })
})

type ClientReport = { figures: FrozenReport; summary: ReportSummary; comment: string }

const BLOCKED = JSON.stringify({
  ...{ part: 'blocked', pages: 3, page: 1, page_size: 100 },
  items: [1, 2, 3].map((uid) => ({
    ...{ uid, url: `https://bakery.example/old-${uid}`, cause: 'noindex', before: false, found_at: null },
    ...{ checked_at: null, credit: 'excluded', checks: [] },
  })),
})

const words = (text: string): string => text.replace(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

/** The letter, the page of its address and the attached file, as words. */
async function asRead({ data } = smtp.received[0]!): Promise<Record<'letter' | 'page' | 'file', string>> {
  const letter = data
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .split('filename=')[0]!
  const [, address] = /https?:\/\/[^/\s]+(\/r\/\w+)/.exec(letter)!
  const [, attached] = /filename=\S+\.pdf\r\n\r\n([\w+/=\r\n]+)/.exec(data)!
  const path = join(folder, 'report.pdf')
  writeFileSync(path, Buffer.from(attached!, 'base64'))
  const file = Bun.spawnSync(['pdftotext', '-layout', path, '-']).stdout.toString()
  const page = await browserOf(w).visit(null, address!)
  return { letter: words(letter), page: words(page.html), file: words(file) }
}

test.skipIf(!Bun.which('pdftotext'))('criterion 3: letter, page and PDF have the figures of the API', async () => {
  const { figures, summary, comment } = await w.call<ClientReport>('ada', 'get_report', { id: 'iss_one' })
  const { pushed, visible, gained, blocked, refunded } = summary
  expect(figures.document).toMatchObject({ pages: { total: pushed, visible, gained }, refunded })
  const { letter, page, file } = await asRead()
  const same = [`${gained} new pages in Google`, comment]
  const lede = `${pushed} pages were pushed. ${figures.document.pages.before} were in Google before, ${visible} are now.`
  for (const said of [letter, page, file]) for (const sentence of same) expect(said).toContain(sentence)
  expect(letter).toContain(
    `Pages pushed: ${pushed} In Google: ${visible} New in Google: ${gained} Blocked by the site: ${blocked} Credits refunded: ${refunded}`,
  )
  expect(letter).not.toContain(lede)
  for (const said of [page, file]) {
    expect(said).toContain(lede)
    expect(said).toContain(`${refunded} credits refunded`)
  }
  expect(page).toContain(`${visible} In Google`)
  expect(page).toContain(`${blocked} Blocked by the site`)
  expect(file).toContain(`In Google: ${visible} pages`)
  expect(file).toContain(`Blocked by the site: ${blocked} pages`)
})

test.skipIf(!Bun.which('pdftotext'))(
  'criterion 3: letter, page and PDF say that a report is a correction',
  async () => {
    seedApproved(w, { id: 'iss_two', revision: 2 })
    w.db.write((tx) => tx.run("update report_issues set reason = 'A push was missing' where id = 'iss_two'"))
    await w.run(sendReportsTask, sendMailsTask, sendReportsTask)
    for (const said of Object.values(await asRead(smtp.received.at(-1)!)))
      expect(said).toMatch(/Corrected on \d+ November 2026\. A push was missing\./)
    for (const said of Object.values(await asRead())) expect(said).not.toContain('Corrected on')
  },
)
