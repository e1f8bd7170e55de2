/** The report of a month is sent from its list in three clicks, with a note, and taken back in ten seconds. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { SECOND } from '../../../../src/kernel/time/clock.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { pushing, urls } from '../../../pushing.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { browserOf, wordIn } from '../../../views/browser.ts'
import { CAST } from '../../../world.ts'

const BAKERY = CAST.vera.tenant_id
const REPORTS = `/app/w/${BAKERY}/reports`

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
let smtp: Awaited<ReturnType<typeof smtpServer>>

beforeAll(async () => {
  office = await pushing(500, 500)
  browser = browserOf(office)
  smtp = await smtpServer()
  await office.call('ada', 'allocate_credits', { tenant_id: BAKERY, amount: 60 })
  await office.call('ada', 'submit_index_job', { tenant_id: BAKERY, urls: urls(20), preflight: false })
  for (const day of [0, 1, 3, 7]) await office.day(day)
  office.clock.set('2026-12-01T09:00:00.000Z')
})
afterAll(() => {
  smtp.stop()
  office.close()
})

const hrefIn = (html: string, label: RegExp): string =>
  [...html.matchAll(/<a[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)].find(([, , inside]) =>
    label.test(inside!.replace(/<[^>]+>/g, ' ')),
  )![1]!
const fieldsOf = (html: string, more: Record<string, string> = {}) => {
  const form = /<form method="post" action="[^"]*\/send"[\s\S]*?<\/form>/.exec(html)![0]
  const key = /name="idempotency_key" value="([^"]+)"/.exec(form)![1]!
  const ticked = [...form.matchAll(/name="to" value="([^"]+)" checked/g)].map(([, to]) => to!)
  return new URLSearchParams([
    ['idempotency_key', key],
    ...ticked.map((to): [string, string] => ['to', to]),
    ...Object.entries(more),
  ])
}

test('without a mail server it says so, and offers no button', async () => {
  const { main } = await browser.visit('ada', `${REPORTS}/2026-11/send`)
  expect(main).toContain('No mail server is set up.')
  expect(main).not.toContain('>Send report<')
})

test('“Send November to Vera now” is three clicks: Reports, Send, Send report', async () => {
  await office.call('pat', 'update_email_settings', {
    host: '127.0.0.1',
    port: smtp.port,
    secure: 'none',
    from_address: 'post@platform.example',
  })
  const client = await browser.visit('ada', `/app/w/${CAST.ada.tenant_id}/clients/${BAKERY}`)
  const reports = hrefIn(client.main, /^\s*Reports\s*$/)
  expect(reports).toBe(REPORTS)
  const list = await browser.visit('ada', reports)
  const send = hrefIn(list.main, /Send\s+the report of November 2026/)
  const form = await browser.visit('ada', send)
  expect(form.main).toContain('Send November 2026')
  const fields = fieldsOf(form.html, { note: 'Dear Vera, a good month.' })
  expect(fields.getAll('to')).toEqual(['vera@bakery.example'])
  const sent = await browser.send('ada', send, fields.toString())
  expect(sent.status).toBe(303)
  expect(sent.location).toStartWith(`${REPORTS}/issues/`)
  expect(wordIn(office, sent.headers)).toContain('November 2026 goes to vera@bakery.example in 10 seconds.')
  expect((await browser.send('ada', send, fields.toString())).location).toBe(sent.location)
  office.clock.turn(10 * SECOND)
  await office.run(sendMailsTask, sendReportsTask)
  expect(smtp.received.map(({ to }) => to[0])).toEqual(['vera@bakery.example'])
  expect(smtp.received[0]!.data).toContain('Dear Vera, a good month.')
  const page = await browser.visit('ada', sent.location!)
  expect(page.text.replace(/\s+/g, ' ')).toMatch(/vera@bakery\.example Sent/)
})

test('the next page offers Undo for ten seconds, and too late it says that it has left', async () => {
  await office.call('ada', 'add_report_recipient', { id: BAKERY, email: 'anna@bakery.example', has_consent: true })
  const before = smtp.received.length
  const form = await browser.visit('ada', `${REPORTS}/2026-11/send`)
  const fields = fieldsOf(form.html)
  expect(fields.getAll('to')).toEqual(['anna@bakery.example'])
  const sent = await browser.send('ada', `${REPORTS}/2026-11/send`, fields.toString())
  const cookie = sent.headers
    .getSetCookie()
    .find((one) => one.includes('flash='))!
    .split(';', 1)[0]!
  const next = await browser.visit('ada', sent.location!, { cookie: `${browser.cookies.get('ada')}; ${cookie}` })
  const undo = /action="([^"]+\/take-back)"/.exec(next.html)![1]!
  expect(next.html).toContain('data-undo="10"')
  const back = await browser.send('ada', undo)
  expect(wordIn(office, back.headers)).toContain('Taken back: nobody gets it.')
  office.clock.turn(60 * SECOND)
  await office.run(sendMailsTask, sendReportsTask)
  expect(smtp.received).toHaveLength(before)
  expect(wordIn(office, (await browser.send('ada', undo)).headers)).toContain('have left')
})

test('a month that runs goes as its live address, with a letter', async () => {
  const { location } = await browser.visit('ada', `${REPORTS}/2026-12/send`)
  expect(location).toBe(`/app/w/${BAKERY}/write?about=month&ref=2026-12`)
  const { main } = await browser.visit('ada', location!)
  expect(main).toContain('Its figures change until the month is over.')
})

test('a refused form keeps its note and its boxes, and says why at the field', async () => {
  const form = await browser.visit('ada', `${REPORTS}/2026-11/send`)
  const fields = fieldsOf(form.html, { note: 'My words' })
  fields.set('to', 'vera@bakery.example')
  const refused = await browser.send('ada', `${REPORTS}/2026-11/send`, fields.toString())
  expect(refused.status).toBe(422)
  expect(refused.main).toContain('has people who got this report: vera@bakery.example')
  expect(refused.main).toContain('My words')
  expect(refused.html).toMatch(/value="vera@bakery\.example" checked/)
})

test('a viewer is not shown it, and no month is made of other words', async () => {
  expect((await browser.visit('vera', `${REPORTS}/2026-11/send`)).status).toBe(403)
  expect((await browser.visit('vera', REPORTS)).main).not.toContain('/send')
  expect((await browser.visit('ada', `${REPORTS}/desk/send`)).status).toBe(404)
})

test('the reports of a month of all clients go to the recipients of each, once that was asked', async () => {
  const CLIENTS = `/app/w/${CAST.ada.tenant_id}/reports/clients`
  const florist = (await office.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Florist', kind: 'client' }))
    .id
  office.clock.set('2026-11-10T09:00:00.000Z')
  await office.call('ada', 'allocate_credits', { tenant_id: florist, amount: 60 })
  await office.call('ada', 'submit_index_job', { tenant_id: florist, urls: urls(5, 'roses'), preflight: false })
  const running = (await browser.visit('ada', `${CLIENTS}?month=2026-11`)).main
  expect(running).toContain('Florist')
  expect(running).not.toContain('Send to recipients')
  office.clock.set('2026-12-02T09:00:00.000Z')
  const { main } = await browser.visit('ada', `${CLIENTS}?month=2026-11`)
  expect(main).toContain('Send to recipients')
  const asked = await browser.visit('ada', `${CLIENTS}/send?month=2026-11`)
  expect(asked.text).toContain('Send 1 report of November 2026?')
  expect(asked.text).toContain('1 client has no recipients and gets nothing.')
  await office.call('ada', 'add_report_recipient', { id: florist, email: 'flo@florist.example', has_consent: true })
  const before = smtp.received.length
  const sent = await browser.send('ada', `${CLIENTS}/send?month=2026-11`)
  expect(wordIn(office, sent.headers)).toContain('2 reports of November 2026 sent.')
  office.clock.turn(10 * SECOND)
  await office.run(sendMailsTask, sendReportsTask)
  expect(
    smtp.received
      .slice(before)
      .map(({ to }) => to[0])
      .toSorted(),
  ).toEqual(['anna@bakery.example', 'flo@florist.example'])
  const again = await browser.send('ada', `${CLIENTS}/send?month=2026-11`)
  expect(wordIn(office, again.headers)).toContain('2 could not be sent')
})

test('the letter is beside the form, with the note, and nothing is stored', async () => {
  const issues = () => office.db.read((tx) => tx.count('select count(*) from report_issues'))
  const before = issues()
  const at = `${REPORTS}/2026-11/send`
  const { main } = await browser.visit('ada', at)
  expect(main).toMatch(/All 20 pages are final/)
  expect(main).toContain('All pages are on hosts of this client')
  const fields = fieldsOf(main, { note: 'Dear <b>Vera</b>' })
  const drawn = await browser.send('ada', `${at}/preview`, fields.toString())
  const src = /<iframe[^>]*src="([^"]+)"/.exec(drawn.html)![1]!.replaceAll('&amp;', '&')
  const letter = await browser.visit('ada', src)
  expect(letter.html).toContain('Dear &lt;b&gt;Vera&lt;/b&gt;')
  expect(letter.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(issues()).toBe(before)
})
