/** A section that is off its usual can be left out of the standing push that sends it. */
import { expect, test } from 'bun:test'
import { ClientWhy, type ClientWhyProps } from '../../../views/attention/why.tsx'
import { watching } from '../../features/standing/watching.ts'
import { browserOf } from '../browser.ts'

const section = (name: string, indexed: number) => ({ name, host: 'quay.example', links: 40, indexed, usual: 0.6 })
const WHY: ClientWhyProps['why'] = {
  time_zone: 'UTC',
  standing: {
    rate: 0.2,
    last: { day: '2026-11-01', links: 120, rate: 0.2 },
    usual: 0.6,
    below_usual: true,
    sent_30d: 120,
    reserved: 0,
    runway_days: null,
  } as ClientWhyProps['why']['standing'],
  of: null,
  facts: [],
  sections: [section('/', 0), section('/category/', 1), section('/rooms/', 24)],
  missed: [],
}

const drawn = (addresses: string[], why = WHY): string =>
  String(
    <ClientWhy
      why={why}
      client={{ id: 'ten_quay', name: 'Quay' }}
      writes={false}
      pushes
      sources={addresses.map((address, n) => ({ id: `std_${n}`, address }))}
      base="/app/w/ten_northwind"
      zone="UTC"
    />,
  )

test('the section with the largest loss is offered, with the rules of the source that is of its host', () => {
  const page = drawn(['https://rooms.quay.example/sitemap.xml', 'https://quay.example/feed'])
  expect(page).toContain('Leave /category/ out')
  expect(page).toContain('/app/w/ten_northwind/standing/std_1?leave_out=%2Fcategory%2F**#rules')
})

test('none is offered where nothing sends it by itself, or where all do as usual', () => {
  expect(drawn(['https://rooms.quay.example/sitemap.xml'])).not.toContain(' out')
  const usual = { ...WHY, sections: [section('/category/', 24)] }
  expect(drawn(['https://quay.example/feed'], usual)).not.toContain(' out')
})

test('its pattern is in the rules when they open, once, and left out when they are saved', async () => {
  const w = await watching(10)
  const { id } = w.create()
  const browser = browserOf(w)
  const page = `/app/w/ten_northwind/standing/${id}`
  const rules = async (query: string) => (await browser.visit('ada', `${page}${query}`)).main
  expect(await rules('')).not.toContain('/category/')
  const opened = await rules('?leave_out=/category/**')
  expect(opened).toContain('<details class="fold" open id="rules">')
  expect(opened).toContain('Save rules to leave /category/** out.')
  const { status } = await browser.send('ada', page, { name: 'Quay', interval: '1440', exclude: '/category/**' })
  expect(status).toBe(303)
  const { rules: saved } = await w.call<{ rules: { exclude: string[] } }>('ada', 'get_standing_push', { id })
  expect(saved.exclude).toEqual(['/category/**'])
  const again = await rules('?leave_out=/category/**')
  expect(/<textarea[^>]*name="exclude"[^>]*>([^<]*)/.exec(again)![1]!.trim()).toBe('/category/**')
  for (const hostile of ['?leave_out=category', '?leave_out=%2Fa%0A%2Fb', `?leave_out=/${'a'.repeat(300)}`])
    expect(await rules(hostile)).not.toContain('Save rules to leave')
  w.stop()
})
