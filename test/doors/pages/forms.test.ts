/** Forms that pages send: how large they may be, who may send a large one, and that reading one stops for others. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { fieldsIn } from '../../../src/doors/pages/form-fields.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST, type Person, type World, world } from '../../world.ts'

const AT_ONCE = () => undefined
const encoder = new TextEncoder()

describe('the fields of a form', () => {
  const long = (text: string) => text.repeat(Math.ceil(200_000 / text.length))
  test.each([
    ['short fields', 'a=1&b=+%2B+&a=%C3%A9&&=x&c&d=a=b&%61=2'],
    ['many', long('name=some+words%0A&')],
    ['a long one', `a=1&urls=${long('https%3A%2F%2Fbakery.example%2F+')}&b=2`],
    ['long letters of more than one octet', `urls=${long('é%E2%82%AC😀%F0%9F%98%80')}`],
    ['long broken escapes', `${long('%')}=${long('%2%zz%C3%')}%C3`],
    ['long octets that are no text', `urls=${long('%FF%00')}`],
    ['a long name', `${long('n%61')}&${long('m')}=`],
    ['nothing', ''],
  ])('are read as URLSearchParams reads them: %s', async (_, body) => {
    expect([...(await fieldsIn(encoder.encode(body), AT_ONCE))]).toEqual([...new URLSearchParams(body)])
  })

  test('are read with a pause for every 64 KiB, in one field or in many', async () => {
    for (const body of [`urls=${'x'.repeat(4 << 20)}`, `push_anyway=${'x'.repeat(1000)}&`.repeat(4 << 10)]) {
      let pauses = 0
      await fieldsIn(encoder.encode(body), () => void pauses++)
      expect(pauses).toBeGreaterThanOrEqual(64)
    }
  })
})

describe('the size of a form', () => {
  let w: World
  let browser: ReturnType<typeof browserOf>
  beforeAll(() => {
    w = world()
    browser = browserOf(w)
  })
  afterAll(() => w.close())

  /** Sends a form in pieces of 64 KiB, and counts those that were read. */
  async function sendLarge(person: Person, path: string, bytes: number) {
    const at = `/app/w/${CAST[person].tenant_id}`
    await browser.visit(person, at)
    let [left, read] = [bytes, 0]
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (left <= 0) return controller.close()
          read += Math.min(left, 1 << 16)
          controller.enqueue(new Uint8Array(Math.min(left, 1 << 16)).fill(120))
          left -= 1 << 16
        },
      },
      { highWaterMark: 0 },
    )
    const headers = {
      cookie: browser.cookies.get(person)!,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const { status, text } = await browser.raw(`${at}${path}`, { method: 'POST', headers, body })
    return { status, text, read }
  }

  test('is at most 1 MiB, except where it has a list of URLs', async () => {
    const refused = await sendLarge('ben', '/account', 8 << 20)
    expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('A form may have at most 1 MiB.')])
    expect(refused.read).toBeLessThan(2 << 20)
    for (const path of ['/push', '/push/preflight', '/checks/new', '/checks/bill']) {
      const { read } = await sendLarge('ben', path, 8 << 20)
      expect([path, read]).toEqual([path, 8 << 20])
    }
  })

  test('does not matter to somebody who may not order: their list is not read', async () => {
    for (const path of ['/push', '/push/preflight', '/checks/new', '/checks/bill']) {
      const { status, read } = await sendLarge('vera', path, 8 << 20)
      expect([path, status, read]).toEqual([path, 403, 0])
    }
  })

  test('does not hold up others when its page is compressed', async () => {
    const zip = spyOn(Bun, 'gzipSync')
    try {
      await browser.visit('ben', `/app/w/${CAST.ben.tenant_id}/push`)
      const headers = {
        cookie: browser.cookies.get('ben')!,
        'accept-encoding': 'gzip',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      }
      const body = `step=review&urls=${'x'.repeat(1 << 20)}`
      const page = await browser.raw(`/app/w/${CAST.ben.tenant_id}/push`, { method: 'POST', headers, body })
      expect([page.status, page.headers.get('content-encoding')]).toEqual([422, 'gzip'])
      expect(zip).not.toHaveBeenCalled()
    } finally {
      zip.mockRestore()
    }
  })
})
