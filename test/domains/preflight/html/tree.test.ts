import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, html as names, parse } from 'parse5'
import { type HtmlFacts, readPage } from '../../../../src/domains/preflight/html/facts.ts'
import { oddPages, soup } from './pages.ts'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document

/** What is compared; text within `<noscript>` is not markup to a browser with scripts. */
type Told = Pick<HtmlFacts, 'metas' | 'body_metas' | 'canonicals' | 'base' | 'refresh' | 'title'>

/** The same from parse5's whole tree, by plain rules. */
function told(html: string): Told {
  const facts: Told = { metas: [], body_metas: [], canonicals: [], base: null, refresh: null, title: null }
  const visit = (node: Node, in_head: boolean): void => {
    if ('tagName' in node && node.namespaceURI === names.NS.HTML) take(facts, node, in_head)
    const inside = in_head || ('tagName' in node && node.tagName === 'head')
    if ('childNodes' in node) for (const child of node.childNodes) visit(child, inside)
  }
  visit(parse(html), false)
  return comparable(facts)
}

function take(facts: Told, element: DefaultTreeAdapterTypes.Element, in_head: boolean): void {
  const get = (name: string) => element.attrs.find((attribute) => attribute.name === name)?.value ?? null
  const words = get('rel')
    ?.toLowerCase()
    .split(/[\t\n\f\r ]+/)
  if (element.tagName === 'base') facts.base ??= get('href')
  if (element.tagName === 'link' && in_head && words?.includes('canonical')) facts.canonicals.push(get('href') ?? '')
  if (element.tagName === 'title' && in_head)
    facts.title ??= element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
  const content = element.tagName === 'meta' ? get('content') : null
  if (content === null) return
  const name = get('name')
    ?.toLowerCase()
    .replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '')
  if (name && /^(robots?|googlebot|bingbot|msnbot)$/.test(name))
    (in_head ? facts.metas : facts.body_metas).push({ name, content })
  const leads = /^\d; ?url='?([^']+)/.exec(content)?.[1]
  if (get('http-equiv')?.toLowerCase() === 'refresh') facts.refresh ??= leads ?? null
}

async function ours(html: string): Promise<Told> {
  const { facts } = await readPage(Buffer.from(html), 'text/html; charset=utf-8', { left: 60_000 })
  const { metas, body_metas, canonicals, base, refresh, title } = facts
  return comparable({ metas, body_metas, canonicals, base, refresh, title })
}

/** A base in the body is looked for only where an address needs one: elsewhere it may be told or not. */
const comparable = (facts: Told): Told =>
  [...facts.canonicals, facts.refresh ?? ''].some((href) => href && !/^https?:\/\//i.test(href))
    ? facts
    : { ...facts, base: null }

/** As it is in UTF-8 without a byte order mark. */
const sent = (html: string) => html.replace(/^\ufeff/, '').toWellFormed()

describe('a page is read as a browser builds it', () => {
  test('with every odd piece in every place', async () => {
    const different: string[] = []
    let pages = 0
    for (const html of oddPages()) {
      pages++
      if (!Bun.deepEquals(await ours(html), told(sent(html)))) different.push(html)
    }
    expect(different).toEqual([])
    expect(pages).toBeGreaterThan(2_000)
  })

  /** Long enough that a page is done with at its beginning, where nothing behind can matter. */
  const LONG = `<p>${'Fresh bread. '.repeat(500)}`

  test('with every odd piece in every place of a long page', async () => {
    const different: string[] = []
    for (const html of oddPages()) {
      const page = html + LONG
      if (!Bun.deepEquals(await ours(page), told(sent(page)))) different.push(html)
    }
    expect(different).toEqual([])
  })

  test('with tags in any order before a long text', async () => {
    await fc.assert(
      fc.asyncProperty(soup, async (html) => expect(await ours(html + LONG)).toEqual(told(sent(html + LONG)))),
      { numRuns: 2_000, seed: 41 },
    )
  })

  test('with tags in any order, cut off anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(soup, async (html) => expect(await ours(html)).toEqual(told(sent(html)))),
      { numRuns: 4_000, seed: 14 },
    )
  })
})
