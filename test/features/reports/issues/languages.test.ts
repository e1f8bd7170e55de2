/** A report keeps the language and the zone that it was drafted in. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shareIssue } from '../../../../src/features/reports/months/month-addresses.ts'
import { draftReportsTask, sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { useOwnWords } from '../../../../src/kernel/language/catalogue.ts'
import { writePo } from '../../../../src/kernel/language/po.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { pushing, urls } from '../../../pushing.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { browserOf } from '../../../views/browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let id = ''
let address = ''
const turn = (language: string | null) => office.call('ada', 'update_tenant', { id: 'ten_northwind', language })

beforeAll(async () => {
  office = await pushing(3000, 3000)
  await turn('de')
  await office.call('ada', 'put_report_schedule', { id: 'ten_northwind', mode: 'review', time_zone: 'Europe/Vienna' })
  await office.call('ada', 'submit_index_job', { preflight: false, urls: urls(20, 'a'), name: 'Herbst' })
  await office.call('ada', 'submit_index_job', { preflight: false, urls: urls(9, 'b'), name: 'Winter' })
  for (const day of [0, 1, 3, 7, 12]) await office.day(day)
  office.clock.set('2026-12-01T08:00:00.000Z')
  await office.run(draftReportsTask)
  const { items } = await office.call<{ items: { id: string; language: string; comment: string }[] }>(
    'ada',
    'list_reports',
  )
  expect(items).toMatchObject([{ language: 'de', comment: expect.stringContaining('Einreichung „') }])
  id = items[0]!.id
  const issue = { tenant_id: 'ten_northwind', issue_id: id, recipient_id: null }
  address = new URL(office.db.write((tx) => shareIssue(tx, office.app, issue)).url).pathname
})
afterAll(() => office.close())

/** Everything that its readers get. */
async function all() {
  const browser = browserOf(office)
  const { bytes } = await office.call<{ bytes: Uint8Array }>('ada', 'get_report_pdf', { id })
  const letter = await office.call<{ subject: string; html: string }>('ada', 'get_report_letter', { id })
  const page = await browser.visit(null, address)
  const file = await browser.visit(null, `${address}/csv`)
  expect([page.status, file.status]).toEqual([200, 200])
  return { page: page.html, file: file.html, letter, pdf: Buffer.from(bytes).toString('latin1') }
}

test('page, letter, PDF and CSV are in it', async () => {
  const { page, file, letter, pdf } = await all()
  expect(page).toContain('<html lang="de"')
  expect(letter.html).toContain('<html lang="de"')
  expect(letter.subject).toContain('November 2026')
  expect(pdf).toContain('/Lang (de)')
  expect(file.split('\r\n')[0]).toBe('\ufeffurl;visible;seen_before;why_not;who_can_act;checked_at')
  expect(file).toMatch(/;(ja|nein);nein;/)
})

test('after the workspace turns to another language they are the same bytes', async () => {
  const before = await all()
  for (const language of ['fr', null]) {
    await turn(language)
    expect(await all()).toEqual(before)
  }
})

test('its page and the form to send it say which letters the PDF would show as boxes', async () => {
  const browser = browserOf(office)
  const paths = [`/app/w/ten_northwind/reports/issues/${id}`, '/app/w/ten_northwind/reports/2026-11/send']
  const seen = () => Promise.all(paths.map((path) => browser.visit('ada', path)))
  for (const { status, html } of await seen()) expect([status, html.includes('boxes')]).toEqual([200, false])
  office.db.write((tx) => void tx.run("update tenants set name = '東京 SEO' where id = 'ten_northwind'"))
  for (const { html } of await seen()) expect(html).toContain('The PDF would show boxes for 東 京')
  office.db.write((tx) => void tx.run("update tenants set name = 'Northwind' where id = 'ten_northwind'"))
})

test('once it is sent, its PDF keeps its words although the words of the install change', async () => {
  const smtp = await smtpServer()
  const server = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' }
  await office.call('pat', 'update_email_settings', server)
  await office.call('ada', 'add_report_recipient', {
    ...{ id: 'ten_northwind', email: 'anna@northwind.example', has_consent: true, pdf: true },
  })
  await office.call('ada', 'approve_report', { id })
  office.clock.set('2026-12-05T08:00:00.000Z')
  await office.run(sendReportsTask, sendMailsTask, sendReportsTask)
  smtp.stop()
  expect(await office.call('ada', 'get_report', { id })).toMatchObject({ state: 'sent', language: 'de' })
  expect(smtp.received[0]!.data.toLowerCase()).toContain('content-language: de')
  const before = await all()
  await turn('fr')
  expect(await all()).toEqual(before)
  const folder = join(office.app.config.data_dir, 'words')
  mkdirSync(folder)
  writeFileSync(join(folder, 'de.po'), writePo([{ id: 'In {engine}', str: 'Da: {engine}', fuzzy: false, notes: [] }]))
  useOwnWords(folder)
  const after = await all()
  expect(after.pdf).toBe(before.pdf)
  expect([before.page.includes('Da: Google'), after.page.includes('Da: Google')]).toEqual([false, true])
  useOwnWords('/nowhere')
  rmSync(folder, { recursive: true })
})
