/** A name is shown by the parts made for it: in its own direction, and in a line that can end in an ellipsis. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { WHOLE } from '../long/whole.ts'
import { AGENCY, type TortureAgency, tortureAgency } from '../torture/agency.ts'
import { ARABIC, LONG } from '../torture/names.ts'
import { TORTURE_PAGES } from '../torture/pages.ts'
import { browserOf } from './browser.ts'
import { crawl } from './crawl.ts'
import { WALKERS, type Walker } from './crawl-seed.ts'

let agency: TortureAgency
let browser: ReturnType<typeof browserOf<Walker>>
const wrong = new Set<string>()
let shown = 0

/** Beside the main pages: those of a client and of settings that name people, keys and pushes. */
const MORE: Record<string, string[]> = {
  ada: [
    ...['/jobs', '/links', '/credits', '/credits/ledger', '/members', '/reports/schedule', '/reports/recipients'],
    ...['/account', '/api-keys', '/members', '/notifications', '/audit'],
  ],
  pat: ['/app/platform/providers/batches', '/app/platform/users', '/app/platform/audit', '/app/platform'],
}

beforeAll(async () => {
  agency = await tortureAgency({ big: 120 })
  browser = browserOf(agency, WALKERS)
  const { ids, jobs, report, portal, push_report } = agency
  const own = [ids[0], ids[2], WALKERS.ada.tenant_id].flatMap((id) =>
    ['', ...MORE.ada!].map((path) => `/app/w/${id}${path}`),
  )
  const of = (person: Walker | null) => [
    ...Object.values(TORTURE_PAGES).flatMap(({ who, path }) => (who === person ? path(agency) : [])),
    ...(person === 'ada' ? [...own, `${AGENCY}/clients/${ids[2]}`, `/app/w/${ids[2]}/jobs/${jobs.get('2 7')}`] : []),
    ...((person && MORE[person]) ?? []).filter((path) => path.startsWith('/app')),
  ]
  for (const person of ['ada', 'vera', 'pat', null] as const) {
    const paths = WHOLE ? (await crawl(agency, browser, person, [report, portal, push_report], 1)).pages : of(person)
    for (const path of paths) {
      const { html } = await browser.visit(person, path)
      if (/^<!doctype html>/i.test(html)) for (const what of badNames(parse(html))) wrong.add(`${path}: ${what}`)
    }
  }
}, 600_000)
afterAll(() => agency.close())

/** Where a name stands as it was written: in fields, files and letters, in what a browser draws itself, and in what is only read aloud. */
const AS_WRITTEN = new Set(['option', 'title', 'textarea', 'pre', 'code', 'script', 'template', 'iframe', 'font'])
const classesOf = ({ attrs }: Tree.Element): string[] =>
  attrs.find(({ name }) => name === 'class')?.value.split(' ') ?? []
const isAsWritten = (element: Tree.Element): boolean =>
  AS_WRITTEN.has(element.tagName) || classesOf(element).includes('vh')
const isolates = ({ tagName, attrs }: Tree.Element): boolean =>
  // A title has its own direction by its style.
  ['bdi', 'h1'].includes(tagName) || attrs.some(({ name, value }) => name === 'dir' && value === 'auto')
/** A title has two lines. */
const ends = (element: Tree.Element): boolean =>
  element.tagName === 'h1' || classesOf(element).some((name) => ['nm', 'name', 'clip'].includes(name))

function* badNames(node: Tree.Node, above: Tree.Element[] = []): Generator<string> {
  if ('tagName' in node && isAsWritten(node)) return
  const within = 'tagName' in node ? [node, ...above] : above
  if ('value' in node && node.nodeName === '#text') {
    const text = node.value
    const [own] = above
    const alone = text.trim()
    if (text.includes(ARABIC) || alone === LONG) shown += 1
    const marked = text.includes(`\u2068${ARABIC}\u2069`)
    if (text.includes(ARABIC) && !marked && own!.tagName !== 'bdi' && !(alone === ARABIC && isolates(own!)))
      yield `takes the direction of the words beside it: ${alone.replace(ARABIC, '<name>').slice(0, 60)}`
    if (alone === LONG && !above.slice(0, 2).some(ends))
      yield `has no end: <${own!.tagName} class="${classesOf(own!).join(' ')}">`
  }
  if ('childNodes' in node) for (const child of node.childNodes) yield* badNames(child, within)
}

test('no name turns the words beside it, and none is longer than its line', () => {
  expect(shown).toBeGreaterThan(300)
  expect([...wrong]).toEqual([])
})
