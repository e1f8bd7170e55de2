/** Programs that fetch the link of a shared report are no readers, with the report that shows it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browserOf } from '../views/browser.ts'
import { type World, world } from '../world.ts'

let w: World
let path: string
const { raw } = { raw: (...args: Parameters<ReturnType<typeof browserOf>['raw']>) => browserOf(w).raw(...args) }
const ID = 'ten_bakery'
const opened = async () =>
  (await w.call<{ opened: number }>('ada', 'get_month_report', { id: ID, month: '2026-10' })).opened
beforeAll(async () => {
  w = world()
  const { url } = await w.call<{ url: string }>('ada', 'share_month_report', { id: ID, month: '2026-10' })
  path = new URL(url).pathname
})
afterAll(() => w.close())

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'

describe('a report is not opened by', () => {
  test.each([
    ['HEAD', CHROME, 'civicrm/civicrm-core PR#35328'],
    ['GET', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'fugacious/fugacious#17'],
    ['GET', 'WhatsApp/2.23.20.0', 'fugacious/fugacious#17'],
    ['GET', 'facebookexternalhit/1.1', 'knadh/listmonk#1025'],
    ['GET', 'Mozilla/5.0 SkypeUriPreview Preview/0.5', 'kannon-email/kannon#412'],
    ['GET', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'jdavidbakr/mail-tracker#228'],
    ['GET', '', 'SafeLinks: jdavidbakr/mail-tracker#228'],
    ['GET', CHROME, 'SafeLinks as a browser: jdavidbakr/mail-tracker#228'],
    ['GET', 'TelegramBot (like TwitterBot)', 'fugacious/fugacious#17'],
    ['GET', 'Mozilla/5.0 (compatible; Discordbot/2.0)', 'fugacious/fugacious#17'],
    ['GET', 'curl/8.5.0', 'kannon-email/kannon#412'],
    ['GET', 'Mozilla/5.0 (compatible; MSIE 9.0; Barracuda Sentinel)', 'knadh/listmonk#1025'],
  ])('%s of %s (%s)', async (method, agent) => {
    const headers: Record<string, string> = agent ? { 'user-agent': agent } : {}
    expect((await raw(path, { method, headers })).status).toBe(200)
    expect(await opened()).toBe(0)
  })

  test.each(['Slackbot-LinkExpanding 1.0', 'curl/8.5.0', '', 'WhatsApp/2.23.20.0', 'python-requests/2.32'])(
    'what %s says of a shown page',
    async (agent) => {
      const headers = { 'sec-fetch-site': 'same-origin', ...(agent && { 'user-agent': agent }) }
      expect((await raw(`${path}/shown`, { method: 'POST', headers })).status).toBe(204)
      expect(await opened()).toBe(0)
    },
  )

  test('a page of another site, which cannot say that it was shown', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'user-agent': CHROME }
    expect((await raw(`${path}/shown`, { method: 'POST', headers })).status).toBe(403)
    expect(await opened()).toBe(0)
  })
})

test('it is opened once the page was before a person, and says where to report that', async () => {
  const { html } = await raw(path, { headers: { 'user-agent': CHROME } })
  expect(html).toContain(`data-shown="${path}/shown"`)
  await raw(`${path}/shown`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin', 'user-agent': CHROME } })
  expect(await opened()).toBe(1)
})

test.each([')', '.', '>', '%29', ',', ').', '%3E', '%2C', '!', ';', '"', '%22', '*', ']', '%E2%80%9D', "'", ').,'])(
  'a link that a chat ends with %s is the same link',
  async (marks) => {
    expect((await raw(path + marks, {})).status).toBe(200)
    const welcome = `/welcome?token=spi_none`
    const [plain, marked] = [await raw(welcome, {}), await raw(welcome + marks, {})]
    expect([marked.status, marked.text]).toEqual([plain.status, plain.text])
  },
)
