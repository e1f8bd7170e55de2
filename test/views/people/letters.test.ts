/** Letters to a client are written on the page that they are about, and sent by the install. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refreshOutcome } from '../../../src/domains/jobs/index.ts'
import { SECOND } from '../../../src/kernel/time/clock.ts'
import { sendMailsTask } from '../../../src/tasks/letters/send-mails.ts'
import { pushing, urls } from '../../pushing.ts'
import { smtpServer } from '../../upstreams/smtp.ts'
import { CAST } from '../../world.ts'
import { formsIn } from '../addresses.ts'
import { browserOf, wordIn } from '../browser.ts'

const BASE = `/app/w/${CAST.ada.tenant_id}`
const BAKERY = CAST.vera.tenant_id

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
let smtp: Awaited<ReturnType<typeof smtpServer>>
let job: string

beforeAll(async () => {
  office = await pushing(500, 500)
  browser = browserOf(office)
  smtp = await smtpServer()
  await office.call('ada', 'allocate_credits', { tenant_id: BAKERY, amount: 200 })
  const order = { tenant_id: BAKERY, urls: urls(20), preflight: false }
  job = (await office.call<{ id: string }>('ada', 'submit_index_job', order)).id
  await office.day(0)
  office.db.write((tx) => {
    tx.run(
      `update links set state = 'flagged', credit = 'excluded', flags = iif(id % 2, '["noindex"]', '["http_4xx"]'),
         facts = iif(id % 2, '{"status":200}', '{"status":404}'), fix = iif(id % 2, 'Remove the noindex tag.', 'Restore the page.')
       where job_id = ? and id in (select id from links where job_id = ? order by id limit 18)`,
      job,
      job,
    )
    return refreshOutcome(tx, job)
  })
  await office.call('ada', 'add_report_recipient', { id: BAKERY, email: 'anna@bakery.example', has_consent: true })
})
afterAll(() => {
  smtp.stop()
  office.close()
})

/** The time to take a letter back ends, and it is sent. */
const leave = () => {
  office.clock.turn(10 * SECOND)
  return office.run(sendMailsTask)
}
const setUp = () =>
  office.call('pat', 'update_email_settings', {
    host: '127.0.0.1',
    port: smtp.port,
    secure: 'none',
    from_address: 'post@platform.example',
  })
const letterOn = async (who: 'ada' | 'ben', path: string) => {
  const seen = await browser.visit(who, path)
  const [form] = formsIn(seen.html, path).filter(({ action }) => action === `${BASE}/write`)
  const text = /<textarea[^>]*name="text"[^>]*>([\s\S]*?)<\/textarea>/.exec(seen.html)?.[1] ?? ''
  return { ...seen, form: form!, words: text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"') }
}
/** The fields as a browser sends them: boxes that are ticked alone. */
const filled = (html: string, form: { fields: [string, string][] }, more: Record<string, string>) => {
  const ticked = [...html.matchAll(/<input type="checkbox" name="to" value="([^"]+)" checked/g)].map(([, to]) => to!)
  const hidden = form.fields.filter(([name]) => !['to', 'subject', 'others'].includes(name))
  const subject = /id="letter-subject"[^>]*value="([^"]*)"/.exec(html)![1]!
  const fields: [string, string][] = [
    ...hidden,
    ...ticked.map((to): [string, string] => ['to', to]),
    ['subject', subject],
  ]
  return new URLSearchParams([...fields.filter(([name]) => !(name in more)), ...Object.entries(more)])
}

test('without a mail server the letter is there to copy and to open in a mail program', async () => {
  const { main, words } = await letterOn('ben', `${BASE}/write?about=blocked&ref=${job}`)
  expect(main).toContain('No mail server is set up.')
  expect(main).toMatch(/data-do="copy" data-from="letter-text"/)
  expect(main).toMatch(/href="mailto:vera@bakery\.example,anna@bakery\.example\?subject=18%20pages/)
  expect(main).not.toMatch(/>Send</)
  expect(words).toContain('18 pages of your site cannot be indexed.')
})

test('a push has one letter about all that the site blocks, to the people of the client and its readers', async () => {
  await setUp()
  const { main: push } = await browser.visit('ben', `${BASE}/jobs/${job}`)
  const told = push.match(/Tell the client[^<]*/g)
  expect(told).toEqual(['Tell the client about 18 links'])
  const { html, form, words } = await letterOn('ben', `${BASE}/write?about=blocked&ref=${job}`)
  for (const part of ['Remove the noindex tag.', 'Restore the page.', 'bakery.example/', 'Best regards\nBen'])
    expect(words).toContain(part)
  expect(words.match(/https:\/\/bakery\.example\//g)).toHaveLength(18)
  const sent = await browser.send('ben', form.action, filled(html, form, { text: `${words}\nP.S.` }).toString())
  expect([sent.status, sent.location]).toEqual([303, `${BASE}/jobs/${job}`])
  await leave()
  expect(smtp.received.map(({ to }) => to[0])).toEqual(['vera@bakery.example', 'anna@bakery.example'])
  expect(smtp.received[0]!.data).toContain('P.S.')
})

test('a second click on Send sends nothing more', async () => {
  const before = smtp.received.length
  const { html, form, words } = await letterOn('ben', `${BASE}/write?about=report&ref=${job}`)
  const fields = filled(html, form, { text: words }).toString()
  const answers = [await browser.send('ben', form.action, fields), await browser.send('ben', form.action, fields)]
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  await leave()
  expect(smtp.received).toHaveLength(before + 2)
  expect(smtp.received.at(-1)!.data.replaceAll('=\r\n', '')).toMatch(/Open report:\r\nhttp:\/\/localhost:8080\/r\/spr_/)
})

test('a reader’s question is answered in its row, with what is known of the page, and closed', async () => {
  const url = office.db.read((tx) => tx.row<{ url: string }>('select url from links order by id desc limit 1')!.url)
  office.db.write((tx) =>
    tx.run(
      'insert into page_questions (id, tenant_id, url, text, email, asked_at) values (?, ?, ?, ?, ?, ?)',
      ...['que_1', BAKERY, url, 'Why not sooner?', 'olive@bakery.example', tx.now],
    ),
  )
  const { main: today } = await browser.visit('ben', `${BASE}/today`)
  expect(today).toMatch(/hx-get="[^"]*\/write\?about=question&amp;ref=que_1"[^>]*hx-select="#letter"/)
  const { html, form, words } = await letterOn('ben', `${BASE}/write?about=question&ref=que_1`)
  expect(words).toContain('“Why not sooner?”')
  expect(words).toMatch(/We sent it on 2 November 2026\./)
  const fields = filled(html, form, { text: words })
  expect(fields.getAll('to')).toEqual(['olive@bakery.example'])
  const sent = await browser.send('ben', form.action, fields.toString())
  expect([sent.status, sent.location]).toEqual([303, `${BASE}/today`])
  const cookie = sent.headers.getSetCookie().find((one) => one.includes('flash='))!
  const jar = `${browser.cookies.get('ben')}; ${cookie.split(';', 1)[0]}`
  const after = await browser.visit('ben', sent.location!, { cookie: jar })
  expect(after.main).not.toContain('Why not sooner?')
  const undo = /action="([^"]+\/take-back)"/.exec(after.html)![1]!
  const takeBack = () => browser.send('ben', undo, { about: 'question', ref: 'que_1' })
  const back = await takeBack()
  expect([back.status, back.html]).toEqual([200, expect.stringContaining('Taken back: nobody gets it.')])
  expect(back.html).toContain('We sent it on 2 November 2026.')
  office.clock.turn(20 * SECOND)
  await leave()
  expect(smtp.received.filter(({ to }) => to.includes('olive@bakery.example'))).toEqual([])
  expect((await browser.visit('ben', `${BASE}/today`)).main).toContain('Why not sooner?')
  expect(wordIn(office, (await takeBack()).headers)).toContain('The e-mails have left')
})

test('an admin types other addresses, a member is told at the field, and what was typed stays', async () => {
  const path = `${BASE}/write?about=report&ref=${job}`
  const asBen = await letterOn('ben', path)
  expect(asBen.html).not.toContain('name="others"')
  const refused = await browser.send(
    'ben',
    asBen.form.action,
    filled(asBen.html, asBen.form, { text: 'My own words', to: 'stranger@elsewhere.example' }).toString(),
  )
  expect(refused.status).toBe(422)
  expect(refused.main).toContain('stranger@elsewhere.example')
  expect(refused.main).toContain('My own words')
  const asAda = await letterOn('ada', path)
  const fields = filled(asAda.html, asAda.form, {
    text: asAda.words,
    others: 'host@elsewhere.example; two@elsewhere.example',
  })
  expect((await browser.send('ada', asAda.form.action, fields.toString())).status).toBe(303)
  const to = office.db.read((tx) =>
    tx.rows<{ to_address: string }>(
      "select to_address from mails where to_address like '%elsewhere.example' order by id",
    ),
  )
  expect(to.map((row) => row.to_address)).toEqual(['host@elsewhere.example', 'two@elsewhere.example'])
})

test('a viewer has no letter to write, and a letter about nothing is not there', async () => {
  expect((await browser.visit('vera', `/app/w/${BAKERY}/write?about=report&ref=${job}`)).status).toBe(403)
  for (const query of ['', '?about=report&ref=nothing', '?about=question&ref=nothing', '?about=other&ref=1'])
    expect([query, (await browser.visit('ben', `${BASE}/write${query}`)).status]).toEqual([query, 404])
})
