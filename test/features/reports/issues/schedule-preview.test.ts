/** The letter beside the schedule is the one that leaves; nothing is stored by looking at it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { draftReportsTask } from '../../../../src/features/reports/tasks.ts'
import { pushing, urls } from '../../../pushing.ts'
import { refusal } from '../../../refusal.ts'
import { browserOf } from '../../../views/browser.ts'
import { CAST } from '../../../world.ts'

const id = CAST.vera.tenant_id
const PAGE = `/app/w/${id}/reports/schedule`
let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
type Letter = { subject: string; html: string; text: string; recipients: number; with_pdf: number }
type Preview = { period: string; next_draft_at: string | null; next_send_at: string | null; letter: Letter }

beforeAll(async () => {
  office = await pushing(500, 500)
  await office.call('ada', 'allocate_credits', { tenant_id: id, amount: 20 })
  await office.call('ada', 'submit_index_job', { tenant_id: id, urls: urls(20), preflight: false })
  for (const day of [0, 1, 3, 7]) await office.day(day)
  browser = browserOf(office)
})
afterAll(() => office.close())

const preview = (more: object = {}) => office.call<Preview>('ada', 'preview_report_schedule', { id, ...more })
const stored = () =>
  office.db.read((tx) =>
    ['report_schedules', 'report_issues', 'audit', 'mails'].map((table) => tx.count(`select count(*) from ${table}`)),
  )

test('dates and letter follow what is chosen, and nothing is stored', async () => {
  const before = stored()
  expect(await preview()).toMatchObject({ next_draft_at: null, next_send_at: null })
  expect(await preview({ mode: 'review', day: 6, hour: 8, time_zone: 'Asia/Tokyo' })).toMatchObject({
    period: '2026-11',
    next_draft_at: '2026-12-02T23:00:00.000Z',
    next_send_at: '2026-12-05T23:00:00.000Z',
  })
  const quarter = await preview({ mode: 'review', period: 'quarter' })
  expect([quarter.period, quarter.letter.subject]).toEqual(['2026-Q4', expect.stringContaining('Bakery')])
  expect((await preview({ attach_pdf: true })).letter.text).not.toContain('attached')
  expect(stored()).toEqual(before)
  expect(await refusal(preview({ day: 30 }))).toMatchObject({ status: 422 })
  expect(await refusal(preview({ time_zone: 'Mars/Olympus' }))).toMatchObject({ status: 422 })
  expect(await refusal(office.call('ben', 'preview_report_schedule', { id }))).toMatchObject({ status: 403 })
  expect(await refusal(office.call('rita', 'preview_report_schedule', { id }))).toMatchObject({ status: 404 })
})

test('the language of the workspace is a part of its schedule, and the letter shows another one before it is saved', async () => {
  const english = (await preview()).letter.subject
  const german = await preview({ language: 'de' })
  expect(german.letter.subject).not.toBe(english)
  expect(await refusal(preview({ language: 'tlh' }))).toMatchObject({ status: 422 })
  const put = (who: 'ada', language: string | null) => office.call(who, 'put_report_schedule', { id, language })
  expect(await put('ada', 'de')).toMatchObject({ language: 'de' })
  expect(await office.call('ada', 'get_tenant', { id })).toMatchObject({ language: 'de' })
  expect([(await preview()).letter.subject, (await preview({ language: null })).letter.subject]).toEqual([
    german.letter.subject,
    english,
  ])
  const clients = { id: CAST.ada.tenant_id, language: 'fr', apply_to: 'all_clients' }
  await office.call('ada', 'put_report_schedule', clients)
  expect(await office.call('ada', 'get_report_schedule', { id })).toMatchObject({ language: 'de' })
  expect((await browser.visit('ada', PAGE)).main).toContain('<option value="de" selected')
  await office.call('ada', 'put_report_schedule', { id: CAST.ada.tenant_id, language: null })
  expect(await put('ada', null)).toMatchObject({ language: null })
})

test('without recipients the page says so in red, and one click adds a member and leads back', async () => {
  const none = await browser.visit('ada', PAGE)
  expect(none.main).toContain('Nobody gets it yet')
  expect(none.main).toMatch(/class="tok add needed"/)
  expect(none.main).toMatch(/<dt>To<\/dt><dd>Nobody yet/)
  const [, fields] = /<form method="post" action="[^"]*\/recipients"[^>]*>(.*?)<button/s.exec(none.main)!
  const sent = new URLSearchParams([...fields!.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, n, v]) => [n!, v!]))
  expect(sent.get('email')).toBe('vera@bakery.example')
  const added = await browser.send('ada', `/app/w/${id}/reports/recipients`, sent)
  expect([added.status, added.location]).toEqual([303, PAGE])
  const { main } = await browser.visit('ada', PAGE)
  expect(main).not.toContain('needed')
  expect(main).toMatch(/<dt>To<\/dt><dd>Vera/)
  expect((await preview({ attach_pdf: true })).letter).toMatchObject({ recipients: 1, with_pdf: 1 })
  expect((await preview({ attach_pdf: true })).letter.text).toContain('The report is attached as a PDF.')
})

test('the part of the page is drawn again for what its form has, and a refused choice leaves it', async () => {
  const chosen = { mode: 'review', period: 'month', day: '9', hour: '7', time_zone: 'UTC', attach_pdf: 'true' }
  const { status, html } = await browser.send('ada', `${PAGE}/preview`, chosen)
  expect(status).toBe(200)
  expect(html).toStartWith('<aside id="letter"')
  expect(html).toContain('November 2026')
  expect(html).toContain((await preview({ mode: 'review', period: 'month' })).letter.subject)
  const [, src] = /<iframe[^>]*src="([^"]+)"/.exec(html)!
  const letter = await browser.visit('ada', src!.replaceAll('&amp;', '&'))
  expect(letter.html).toContain('The report is attached as a PDF.')
  expect(letter.headers.get('content-security-policy')).toContain('sandbox')
  expect((await browser.send('ada', `${PAGE}/preview`, { ...chosen, day: '30' })).status).toBe(204)
  expect((await browser.send('ben', `${PAGE}/preview`, chosen)).status).toBe(403)
})

test('the draft that is made at this moment has the same letter', async () => {
  const chosen = { mode: 'review', day: 4, hour: 9, time_zone: 'UTC', attach_pdf: true }
  await office.call('ada', 'put_report_schedule', { id, ...chosen })
  office.clock.set('2026-12-01T10:00:00.000Z')
  const before = await preview()
  expect(before.period).toBe('2026-11')
  await office.run(draftReportsTask)
  const { items } = await office.call<{ items: { id: string; period: string }[] }>('ada', 'list_reports', {
    tenant_id: id,
  })
  expect(items.map(({ period }) => period)).toEqual(['2026-11'])
  const letter = await office.call<Letter>('ada', 'get_report_letter', { id: items[0]!.id })
  expect(before.letter).toEqual(letter)
  expect(letter.subject).toMatch(/^\d+ new pages in Google: Bakery, November 2026$/)
})
