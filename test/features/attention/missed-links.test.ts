/** Each cause of a drop is said in a sentence, and what it is not. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { explain, type MissedFacts, type MissedLink } from '../../../src/features/attention/missed-causes.ts'
import { withoutFigures } from '../../../src/features/attention/missed-links.ts'
import type { getTenantWhy } from '../../../src/features/attention/operations.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import type { getLink } from '../../../src/operations/links.ts'
import { pushing, urls } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'
import { slower } from '../../slower.ts'
import { CAST } from '../../world.ts'

const section = (name: string, links: number, indexed: number, usual: number | null = 0.6, host = 'quay.example') => ({
  name,
  host,
  links,
  indexed,
  usual,
})
const missed = (n: number, more: Partial<MissedLink> = {}): MissedLink[] =>
  Array.from({ length: n }, (_, i) => ({
    url: `https://quay.example/category/${i}`,
    section: '/category/',
    pushed_anyway: false,
    before: false,
    google: null,
    flags: [],
    later: null,
    warnings: [],
    ...more,
  }))
const known = (more: Partial<MissedFacts> = {}): MissedFacts => ({
  links: 20,
  missed: missed(12),
  usual: 0.6,
  sections: [section('/a/', 10, 4), section('/b/', 10, 4)],
  screened: true,
  others: { known: 0, below: 0 },
  refunded: 12,
  ...more,
})
const causes = (more: Partial<MissedFacts>): string[] =>
  explain(known(more))
    .filter(({ mark }) => mark === 'cause')
    .map(({ text, more: what }) => [text, what].filter(Boolean).join(' '))
const ruledOut = (more: Partial<MissedFacts>): string[] =>
  explain(known(more))
    .filter(({ mark }) => mark === 'ruled_out')
    .map(({ text }) => text)

describe('what a newer push of the pages found', () => {
  test.each([
    ['http_4xx', 'answer with a client error'],
    ['http_5xx', 'answer with a server error'],
    ['noindex', 'have noindex'],
    ['robots_blocked', 'are blocked by robots.txt'],
    ['redirected', 'redirect elsewhere'],
    ['canonical_elsewhere', 'name another page as canonical'],
    ['unreachable', 'give no answer'],
  ] as const)('%s', (flag, words) => {
    expect(causes({ missed: [...missed(9, { later: [flag] }), ...missed(3)] })).toEqual([
      `9 links in /category/ ${words} since the push. The pre-flight of this push did not find that.`,
    ])
  })

  test('is no cause where few have it, or where the push knew of it', () => {
    expect(causes({ missed: [...missed(3, { later: ['noindex'] }), ...missed(9)] })[0]).toContain(
      'did not take 12 pages',
    )
    expect(causes({ missed: missed(12, { flags: ['noindex'], later: ['noindex'] }) })[0]).toContain('did not take')
  })
})

test("what Google's inspection names of most of them comes first, and of a few not at all", () => {
  const chosen = missed(6, { google: 'other_canonical' })
  const [first] = explain(known({ missed: [...chosen, ...missed(4)] }))
  expect(first).toEqual({
    mark: 'cause',
    text: 'Google says of 6 missed links: it chose another page.',
    more: 'Point canonical, links and sitemap at the page that is to be found.',
  })
  const few = explain(known({ missed: [...missed(2, { google: 'noindex' }), ...missed(8)] }))
  expect(JSON.stringify(few)).not.toContain('Google says')
})

test('pages that were pushed anyway', () => {
  expect(causes({ missed: missed(12, { pushed_anyway: true, flags: ['noindex'] }) })).toEqual([
    '12 links were pushed anyway. The pre-flight had said: 12 have noindex.',
  ])
})

test('the supplier, where other workspaces are below their usual too', () => {
  const others = { known: 5, below: 4 }
  expect(causes({ others })[0]).toStartWith('4 of 5 other workspaces are below their usual in the same week. So it is')
  expect(ruledOut({ others: { known: 29, below: 1 } })).toContain(
    'The supplier is as usual for 28 of 29 other workspaces.',
  )
  expect(ruledOut({ others: { known: 2, below: 0 } }).join(' ')).not.toContain('supplier')
})

test('one section, and that the others are as usual', () => {
  const sections = [section('/category/', 37, 1, 0.55), section('/rooms/', 3, 3), section('/offers/', 4, 3)]
  const quay = { links: 44, missed: missed(37), sections }
  expect(causes(quay)).toEqual(['37 of the 44 links are in /category/: 1 of 37 indexed. Usually 55%.'])
  expect(ruledOut(quay)).toEqual([
    'Other sections are as usual: 6 of 7 indexed.',
    'The pre-flight found nothing in the way.',
  ])
})

test('a section that was not pushed before', () => {
  const sections = [section('/new/', 12, 1, null), section('/rooms/', 8, 7)]
  expect(causes({ sections, missed: missed(11) })).toEqual([
    '12 of the 20 links are in /new/: 1 of 12 indexed. Its pages were hardly pushed before.',
  ])
})

test('links of one section alone, which was not pushed before', () => {
  expect(causes({ sections: [section('/new/', 20, 8, null)] })).toEqual([
    'All 20 links are in /new/, which was hardly pushed before. The usual share is of other pages.',
  ])
})

test('one host of several', () => {
  const sections = [
    section('shop.quay.example/a/', 6, 1, 0.6, 'shop.quay.example'),
    section('shop.quay.example/b/', 6, 0, 0.6, 'shop.quay.example'),
    section('quay.example/', 8, 7),
  ]
  expect(causes({ sections, missed: missed(12) })).toEqual([
    '12 of the 20 links are on shop.quay.example. There, 1 of 12 indexed; other hosts are as usual.',
  ])
})

test('a warning that most pages have', () => {
  expect(causes({ missed: [...missed(8, { warnings: ['The page has almost no text.'] }), ...missed(4)] })).toEqual([
    'The pre-flight warned of 8 missed links. The page has almost no text.',
  ])
})

test('pages that were declined before', () => {
  expect(causes({ missed: missed(12, { before: true }) })[0]).toStartWith(
    '12 missed links were pushed before and not indexed then either.',
  )
})

test('nothing that is stored, and no fact at all without a missed link', () => {
  expect(causes({})).toEqual([
    'The search engine did not take 12 pages, in no one part of the site. Nothing stored explains it. Better content and internal links usually help.',
  ])
  expect(explain(known({ missed: [] }))).toEqual([])
  expect(explain(known({})).at(-1)).toEqual({ mark: 'refunded', text: '12 credits were refunded.' })
})

describe('from stored rows', () => {
  let office: Awaited<ReturnType<typeof pushing>>
  let id: string
  beforeAll(async () => {
    office = await pushing(500)
    const push = async (paths: string[]) =>
      (await office.call<{ id: string }>('ada', 'submit_index_job', { urls: paths, preflight: false })).id
    id = await push([...urls(20, 'category/p'), ...urls(5, 'rooms/p')])
    for (const day of [0, 1, 3, 7, 8]) await office.day(day)
    const fate = (state: string, credit: string, path: string) =>
      office.db.write((tx) =>
        tx.run(
          'update links set state = ?, indexed = ?, credit = ? where job_id = ? and instr(url, ?) > 0',
          ...[state, state === 'indexed' ? 'yes' : 'no', credit, id, path],
        ),
      )
    fate('not_indexed', 'released', '/category/')
    fate('indexed', 'consumed', '/rooms/')
  })
  afterAll(() => office.close())

  test('get_tenant_why names the section with its counts, and each link how its neighbours do', async () => {
    const why = await office.call<AnswerOf<typeof getTenantWhy>>('ada', 'get_tenant_why', { id: CAST.ada.tenant_id })
    expect(why.sections).toEqual([
      { name: '/category/', host: 'bakery.example', links: 20, indexed: 0, usual: null },
      { name: '/rooms/', host: 'bakery.example', links: 5, indexed: 5, usual: null },
    ])
    expect(why.facts.map(({ mark }) => mark)).toEqual(['cause', 'ruled_out', 'refunded'])
    expect(why.facts[0]!.text).toBe('20 of the 25 links are in /category/: 0 of 20 indexed.')
    expect(why.missed).toHaveLength(20)
    const one = await office.call<AnswerOf<typeof getLink>>('ada', 'get_link', { uid: why.missed[0]!.uid })
    expect(one.why).toEqual([
      {
        mark: 'cause',
        text: '0 of 19 other pages in /category/ of this push are indexed.',
        more: 'The search engine takes few pages of this section.',
      },
      { mark: 'refunded', text: '1 credit was refunded.' },
    ])
  })

  test('a newer push that finds noindex is the cause; nobody else reads it', async () => {
    await office.call('ada', 'submit_index_job', { urls: urls(20, 'category/p'), preflight: false })
    office.db.write((tx) =>
      tx.run(`update links set flags = '["noindex"]' where job_id <> ? and instr(url, '/category/') > 0`, id),
    )
    const why = await office.call<AnswerOf<typeof getTenantWhy>>('ada', 'get_tenant_why', { id: CAST.ada.tenant_id })
    expect(why.facts[0]!.text).toBe('20 links in /category/ have noindex since the push.')
    expect(await refusal(office.call('rita', 'get_tenant_why', { id: CAST.ada.tenant_id }))).toMatchObject({
      code: 'not_found',
    })
  })

  test('a workspace without a settled day has no fact', async () => {
    expect(await office.call<object>('ada', 'get_tenant_why', { id: CAST.vera.tenant_id })).toMatchObject({
      facts: [],
      sections: [],
      missed: [],
    })
  })
})

test('figures are left out of warnings in one pass, also where these quote a hostile address', () => {
  expect(withoutFigures('almost no text (12 characters). Describe it (in words).')).toBe(
    'almost no text. Describe it (in words).',
  )
  expect(slower(withoutFigures, '(0'.repeat(1000), 'x'.repeat(2000))).toBeLessThan(10)
})
