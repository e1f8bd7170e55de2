/** The letter of a report: its two forms, its size, its preview on the page of the report, and the file of a test. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { letterPreview } from '../../../../src/features/reports/deliveries/letter.ts'
import { findIssue } from '../../../../src/features/reports/issues/read.ts'
import { sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { contrast } from '../../../../views/brand.ts'
import { DARK, inTheDark, inTheLight } from '../../../../views/mail/letter-style.ts'
import { lettersWith } from '../../../../views/mail/letters.ts'
import { REPORT_MAILS } from '../../../../views/reports/mails.ts'
import { seedOwnDomain } from '../../../domains/branding/seed.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { browserOf } from '../../../views/browser.ts'
import { callerOf, type World, world } from '../../../world.ts'
import { seedApproved } from '../deliveries/reports.ts'

const STOP = 'https://reports.northwind.example/unsubscribe/reports?token=v1.sealed'
const letterIn = (accent: string, more: Record<string, string> = {}) =>
  lettersWith(REPORT_MAILS)(
    'client_report',
    { name: 'Northwind', accent, logo: null },
    { ...REPORT_MAILS.client_report!.sample, ...more },
    'https://reports.northwind.example/r/spm_1',
    STOP,
  )

/** The words of a form, without the addresses that links have in HTML alone. */
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/[\p{L}\p{N}+−,.]+/gu)]
    .map(([word]) => word.replace(/^[,.]+|[,.]+$/g, ''))
    .filter(Boolean)
    .toSorted()

test('criterion 3: the text says the same as the HTML', () => {
  const { html, text } = letterIn('#0f766e', { correction: 'A push was missing', pdf: 'yes' })
  const body = html.slice(html.indexOf('<body')).replace(/<wbr ?\/?>/g, '')
  const shown = body
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
  const addresses = new RegExp(`${STOP.replace('?', '\\?')}`, 'g')
  expect(wordsIn(text.replace(addresses, '').replace('(change)', 'Change'))).toEqual(wordsIn(shown))
})

test('a letter with the longest comment is below 100 KB', () => {
  const { html, text } = letterIn('#0f766e', { comment: 'ế & <b>'.repeat(571) })
  expect(Buffer.byteLength(html) + Buffer.byteLength(text)).toBeLessThan(100_000)
})

test('its figures are in its table alone, and lines of its comment stay lines', () => {
  const { html, text } = letterIn('#0f766e', { comment: 'Dear Vera,\nthe recipes were found.\n\nAda' })
  expect(text.match(/\b60\b/g)).toHaveLength(1)
  expect(text).toContain('Pages pushed: 60')
  expect(text).toContain('Dear Vera,\nthe recipes were found.\n\nAda')
  expect(html).toMatch(/Dear Vera,<br ?\/?>the recipes/)
  const typed = { comment: 'Dear Vera,\r\nthe recipes were found.\r\n\r\nAda', note: 'Hello,\r\n\r\nas promised.\r\n' }
  expect(letterIn('#0f766e', typed).text).toContain(
    'Hello,\n\nas promised.\n\nDear Vera,\nthe recipes were found.\n\nAda',
  )
})

test('a month in which no page could be sent says so, because its table has zeros alone', () => {
  const news = { engine: 'Google', ordered: 4, pages: { total: 0, visible: 0, before: 0, gained: 0 } }
  expect(letterIn('#0f766e', { news: JSON.stringify(news) }).text).toContain('None of 4 pages could be sent.')
})

/** Text colours and their grounds, as the letter itself says them. */
function pairsOf(html: string): { on: string; ground: string }[] {
  const attribute = (pattern: RegExp) => pattern.exec(html)![1]!
  const dark = (role: string, what: string) => new RegExp(`\\.${role}\\{${what}:(#[0-9a-f]{6})`).exec(html)![1]!
  const button = attribute(/bgcolor="(#[0-9a-f]{6})" class="lt-button"/)
  return [
    { on: attribute(/color="(#[0-9a-f]{6})" class="lt-on"/), ground: button },
    { on: attribute(/color="(#[0-9a-f]{6})" class="lt-ink"/), ground: '#ffffff' },
    { on: attribute(/color="(#[0-9a-f]{6})" class="lt-muted"/), ground: '#ffffff' },
    { on: dark('lt-on', 'color'), ground: dark('lt-button', 'background') },
    ...['lt-ink', 'lt-muted', 'lt-link'].map((role) => ({ on: dark(role, 'color'), ground: DARK.sheet })),
  ]
}

test('criterion 9: every text of the letter has a contrast of 4.5 over any accent, light and dark', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (accent) => {
      for (const { on, ground } of pairsOf(letterIn(accent).html))
        expect([accent, on, ground, contrast(on, ground) >= 4.5]).toEqual([accent, on, ground, true])
    }),
    { numRuns: 200, examples: ['#000000', '#ffffff', '#ffe600', '#808080', '#777777', '#ff0000'].map((one) => [one]) },
  )
})

test('a preview shows one theme whatever the theme of its reader', () => {
  const { html } = letterIn('#0f766e')
  expect(html).toContain('@media (prefers-color-scheme:dark)')
  for (const one of [inTheDark(html), inTheLight(html)]) expect(one).not.toContain('prefers-color-scheme')
})

describe('before approval', () => {
  let w: World
  let smtp: Awaited<ReturnType<typeof smtpServer>>
  let browser: ReturnType<typeof browserOf>
  beforeAll(async () => {
    smtp = await smtpServer()
    w = world()
    browser = browserOf(w)
    const settings = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' }
    await w.call('pat', 'update_email_settings', settings)
    for (const [name, pdf] of [
      ['anna', true],
      ['olga', false],
    ] as const) {
      const recipient = { id: 'ten_bakery', email: `${name}@bakery.example`, pdf, has_consent: true }
      await w.call('ada', 'add_report_recipient', recipient)
    }
    seedApproved(w, { id: 'iss_one' })
    w.db.write((tx) =>
      tx.run("update report_issues set state = 'waiting', approved_at = null, approved_by = null where id = 'iss_one'"),
    )
  })
  afterAll(() => {
    smtp.stop()
    w.close()
  })

  const AT = '/app/w/ten_bakery/reports/issues/iss_one'

  test('the log shows it with a report for an address, not with the install', async () => {
    seedApproved(w, { id: 'iss_sent', period: '2026-09' })
    await w.run(sendReportsTask)
    const { items } = await w.call<{ items: { id: string; template: string }[] }>('ada', 'list_emails', {})
    const { id } = items.find(({ template }) => template === 'client_report')!
    const { text } = await w.call<{ text: string }>('ada', 'get_email', { id })
    expect(text).toContain('Open report:\nhttp://localhost:8080/r/address-of-the-recipient\n')
  })

  test('the page shows the letter in two widths and two themes, and who gets it', async () => {
    const { html, text } = await browser.visit('ada', AT)
    expect(text).toContain('2 people get it, 1 with the PDF.')
    expect(text).toContain(
      '49 new pages in Google: Bakery, October 2026 · from Northwind · answers to ada@northwind.example',
    )
    expect(html.match(/<iframe[^>]+sandbox=""/g)).toHaveLength(2)
    const frames = await Promise.all(
      ['light', 'dark'].map((theme) => browser.visit('ada', `${AT}/letter?theme=${theme}`)),
    )
    for (const { html: letter, headers } of frames) {
      expect(letter).toContain('49 new pages in Google')
      expect(letter).toContain('The report is attached as a PDF.')
      expect(headers.get('content-security-policy')).toStartWith('sandbox;')
      expect(letter).not.toMatch(/signalpost|@bakery\.example/i)
    }
    expect(frames[0]!.html).not.toBe(frames[1]!.html)
  })

  test('it is the letter that goes out, but for the addresses of the recipient', async () => {
    const shown = w.db.read((tx) => letterPreview(tx, w.app, findIssue(tx, callerOf('ada'), 'iss_one')))
    expect(await w.call('ada', 'get_report_letter', { id: 'iss_one' })).toEqual(shown)
    expect(shown).toMatchObject({ recipients: 2, with_pdf: 1, reply_to: 'ada@northwind.example' })
    await expect(w.call('rita', 'get_report_letter', { id: 'iss_one' })).rejects.toThrow('no such report')
  })

  test('a test has the PDF that recipients get, drawn for it, and is no delivery', async () => {
    await w.call('ada', 'test_report', { id: 'iss_one' })
    const { data, to } = smtp.received.at(-1)!
    expect(to).toEqual(['ada@northwind.example'])
    expect(data).toContain('filename=bakery-2026-10.pdf')
    expect(data).toContain(Buffer.from('%PDF-1.7').toString('base64').slice(0, 8))
    const kept = w.db.read((tx) => tx.row<{ pdf: unknown }>("select pdf from report_issues where id = 'iss_one'")!.pdf)
    expect(kept).toBeNull()
    const { total } = await w.call<{ total: number }>('ada', 'list_report_deliveries', { id: 'iss_one' })
    expect(total).toBe(0)
  })
})

test('the schedule names a domain that lacks the SPF or DKIM record of the mail server, and what to add', async () => {
  const w = world()
  const page = browserOf(w)
  const at = '/app/w/ten_northwind/reports/schedule'
  expect((await page.visit('ada', at)).text).toContain('No mail server is set up.')
  const settings = { host: '127.0.0.1', from_address: 'post@platform.example', own_domains: true }
  await w.call('pat', 'update_email_settings', settings)
  w.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'reports.northwind.example'))
  expect((await page.visit('ada', at)).text).toContain(
    'reports.northwind.example has no SPF record. Add “include:platform.example” to it',
  )
  w.app.lookUpTxt = async () => ['v=spf1 include:platform.example -all']
  const aligned = await page.visit('ada', at)
  expect(aligned.text).not.toContain('SPF')
  expect(aligned.text).toContain('post@reports.northwind.example')
  expect(await w.call('ada', 'get_report_sender', { id: 'ten_northwind' })).toMatchObject({
    aligned: true,
    needs: null,
  })
  await w.call('pat', 'update_email_settings', { dkim_selector: 'mail2026' })
  expect((await page.visit('ada', at)).text).toContain(
    'The DKIM key of the mail server is missing. Publish it as TXT record mail2026._domainkey.reports.northwind.example.',
  )
  w.close()
})
