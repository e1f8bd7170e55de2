import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { WHOLE } from '../../../long/whole.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { browserOf } from '../../../views/browser.ts'
import { type World, world } from '../../../world.ts'
import { seedApproved } from '../deliveries/reports.ts'

/** Acceptance criteria 5 and 7 of scheduled reports: what readers reach by the links of their letters. */

let w: World
let smtp: Awaited<ReturnType<typeof smtpServer>>
let browser: ReturnType<typeof browserOf>
beforeEach(async () => {
  smtp = await smtpServer()
  w = world()
  browser = browserOf(w)
  const settings = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' }
  await w.call('pat', 'update_email_settings', settings)
})
afterEach(() => {
  smtp.stop()
  w.close()
})

const add = (email: string, more: Record<string, unknown> = { has_consent: true }) =>
  w.call<{ id: string }>('ada', 'add_report_recipient', { id: 'ten_bakery', email, ...more })
const run = () => w.run(sendReportsTask, sendMailsTask, sendReportsTask)
const statuses = async () =>
  (await w.call<{ items: { status: string }[] }>('ada', 'list_report_recipients', { id: 'ten_bakery' })).items.map(
    ({ status }) => status,
  )

const decoded = (data: string) => data.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
const linksIn = (data: string): string[] => [
  ...new Set([...decoded(data).matchAll(/https?:\/\/[^\s"<>]+/g)].map(([url]) => url.replace(/^https?:\/\/[^/]+/, ''))),
]
const stopLink = (data: string): string =>
  /^List-Unsubscribe: <https?:\/\/[^/]+(\S+)>/m.exec(data.replaceAll(/\r\n[ \t]+/g, ' '))![1]!

describe('criterion 5: one click', () => {
  test('ends the reports before it is answered, from any mail program, and only the reports', async () => {
    await add('vera@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await run()
    const answer = await browser.raw(stopLink(smtp.received[0]!.data), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
    expect(await statuses()).toEqual(['unsubscribed'])
    const ended = w.db.read((tx) =>
      tx.count('select count(*) from notice_recipients where unsubscribed_at is not null'),
    )
    expect(ended).toBe(0)
    seedApproved(w, { id: 'iss_two', period: '2026-09' })
    await run()
    expect(smtp.received).toHaveLength(1)
  })

  test('a GET shows a page and changes nothing; the reader can take it back', async () => {
    await add('vera@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await run()
    const link = stopLink(smtp.received[0]!.data)
    expect((await browser.visit(null, link)).text).toContain('Stop reports of Bakery?')
    expect(await statuses()).toEqual(['active'])
    expect((await browser.send(null, link)).text).toContain('Reports of Bakery stopped')
    expect((await browser.visit(null, link)).text).toContain('Get reports again')
    await browser.send(null, link.replace('/reports?', '/reports/again?'))
    expect(await statuses()).toEqual(['active'])
  })

  test('a link for notices ends no reports, nor the other way', async () => {
    await add('vera@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await run()
    const link = stopLink(smtp.received[0]!.data)
    expect((await browser.send(null, link.replace('/unsubscribe/reports', '/unsubscribe'))).status).toBe(404)
    expect((await browser.send(null, '/unsubscribe/reports?token=changed')).status).toBe(404)
    expect(await statuses()).toEqual(['active'])
  })
})

/** Letters of one reader; the long run has a hundred letters in all. */
const REPORTS = WHOLE ? 10 : 2

test('criterion 5: a scanner that opens every link of all letters unsubscribes nobody', async () => {
  for (let i = 0; i < 10; i++) await add(`reader${i}@bakery.example`)
  for (let i = 0; i < REPORTS; i++)
    seedApproved(w, { id: `iss_${i}`, period: `2026-${String(i + 1).padStart(2, '0')}` })
  await w.run(sendReportsTask)
  w.clock.turn(30 * 60_000)
  await run()
  expect(smtp.received).toHaveLength(10 * REPORTS)
  for (const { data } of smtp.received) {
    expect(data).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    for (const link of [...linksIn(data).filter((one) => one !== ''), stopLink(data)])
      expect([link, (await browser.visit(null, link)).status]).toEqual([link, 200])
  }
  expect(await statuses()).toEqual(Array.from({ length: 10 }, () => 'active'))
}, 120_000)

test('a confirmation link asks first, and works once', async () => {
  await add('anna@bakery.example', {})
  await w.run(sendMailsTask)
  const [link] = linksIn(smtp.received[0]!.data).filter((one) => one.startsWith('/reports/confirm'))
  expect((await browser.visit(null, link!)).text).toContain('Send the reports of Bakery to anna@bakery.example?')
  expect(await statuses()).toEqual(['waiting'])
  expect((await browser.send(null, link!)).text).toContain('Thank you')
  expect(await statuses()).toEqual(['active'])
  expect((await browser.send(null, link!)).status).toBe(404)
})

test('criterion 7: the address of a removed recipient is 410 for them alone, and counts its own openings', async () => {
  const anna = await add('anna@bakery.example')
  await add('olga@bakery.example')
  seedApproved(w, { id: 'iss_one' })
  await run()
  const [annas, olgas] = smtp.received.map(({ data }) => linksIn(data).find((one) => one.startsWith('/r/'))!)
  expect((await browser.visit(null, olgas!)).status).toBe(200)
  const headers = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin' }
  expect((await browser.raw(`${olgas}/shown`, { method: 'POST', headers })).status).toBe(204)
  const opened = async () =>
    (
      await w.call<{ items: { email: string; state: string; opened: number }[] }>('ada', 'list_report_deliveries', {
        id: 'iss_one',
      })
    ).items.map(({ state, opened }) => [state, opened])
  expect(await opened()).toEqual([
    ['sent', 0],
    ['opened', 1],
  ])
  await w.call('ada', 'remove_report_recipient', { id: 'ten_bakery', recipient_id: anna.id })
  expect((await browser.visit(null, annas!)).status).toBe(410)
  expect((await browser.visit(null, olgas!)).status).toBe(200)
})

test('every kept page of a frozen report is reachable, page by page and as a file', async () => {
  await add('anna@bakery.example')
  seedApproved(w, { id: 'iss_one' })
  await run()
  const path = linksIn(smtp.received[0]!.data).find((one) => one.startsWith('/r/'))!
  w.db.write((tx) => {
    const { figures } = tx.row<{ figures: string }>("select figures from report_issues where id = 'iss_one'")!
    const report = JSON.parse(figures)
    const [page] = report.document.parts[0].items
    const items = Array.from({ length: 250 }, (_, i) => ({
      ...page,
      uid: i,
      url: `https://bakery.example/bread-${i}.`,
    }))
    report.document.parts[0] = { ...report.document.parts[0], pages: 600, items, page_size: 500 }
    tx.run("update report_issues set figures = ? where id = 'iss_one'", JSON.stringify(report))
    return null
  })
  const seen = new Set<string>()
  let next: string | undefined = path
  for (let turn = 0; next && turn < 10; turn++) {
    const { html, text } = await browser.visit(null, next)
    for (const [, n] of html.matchAll(/\/bread-(\d+)\./g)) seen.add(n!)
    next = /href="([^"]*\?part=visible[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    if (!next) expect(text).toContain('The report keeps the first 250 of 600.')
  }
  expect(seen.size).toBe(250)
  const file = await browser.visit(null, `${path}/csv`)
  expect(file.html.trim().split('\n')).toHaveLength(251)
})

describe('the pages of an agency', () => {
  test('list, add, correct and remove recipients', async () => {
    const at = '/app/w/ten_bakery/reports/recipients'
    expect((await browser.visit('ada', at)).text).toContain('No recipients yet')
    await browser.send('ada', at, { email: 'anna@bakery.example', name: 'Anna', has_consent: 'true' })
    const page = await browser.visit('ada', at)
    expect(page.text).toContain('Anna')
    const [, id] = /recipients\/([\w-]+)\/remove/.exec(page.html)!
    const refused = await browser.send('ada', at, { email: 'anna@bakery.example' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('recipient of these reports already')])
    await browser.send('ada', `${at}/${id}`, { email: 'anna@bakery.example', name: 'Anna Aal' })
    expect((await browser.visit('ada', at)).text).toContain('Anna Aal')
    await browser.send('ada', `${at}/${id}/remove`)
    expect(await statuses()).toEqual([])
    expect((await browser.visit('vera', at)).status).not.toBe(200)
  })

  test('add a member of the client in one click, who needs no confirmation', async () => {
    const at = '/app/w/ten_bakery/reports/recipients'
    const [, name] = /name="email" value="vera@bakery.example"[^>]*>\s*<input[^>]*name="name" value="([^"]*)"/.exec(
      (await browser.visit('ada', at)).html,
    )!
    await browser.send('ada', at, { email: 'vera@bakery.example', name: name! })
    expect(await statuses()).toEqual(['active'])
    expect((await browser.visit('ada', at)).html).not.toContain('name="email" value="vera@bakery.example"')
  })

  test('show the letters of a report, its file, and send a test', async () => {
    await add('anna@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await run()
    const at = '/app/w/ten_bakery/reports/issues/iss_one'
    expect((await browser.visit('ada', at)).text).toContain('anna@bakery.example')
    const file = await browser.visit('ada', `${at}/pdf`)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    await browser.send('ada', `${at}/test`)
    expect(smtp.received.at(-1)!.to).toEqual(['ada@northwind.example'])
  })
})
