import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, html, Parser } from 'parse5'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { stopwatch } from '../../../kernel/time/clock.ts'

type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/** An element of the page outside templates. */
type PlacedElement = { name: string; attributes: { name: string; value: string }[]; in_head: boolean; text: string }

/** Milliseconds left for pages whose markup needs the whole tree. */
export type TreeBudget = { left: number }

/**
 * The elements with these names, in document order, by all rules of the standard as a browser with scripts applies
 * them. Null when the time is used up, or the page is nested deeper than browsers allow.
 */
export async function buildTree(
  text: string,
  names: Set<string>,
  patience: TreeBudget,
): Promise<PlacedElement[] | null> {
  const parser = new Parser<DefaultTreeAdapterMap>({ treeAdapter: ADAPTER })
  let slice = stopwatch()
  for (let at = 0; ; at += STEP) {
    const last = at + STEP >= text.length
    parser.tokenizer.write(text.slice(at, at + STEP), last)
    if (last) break
    if (parser.openElements.stackTop > MAX_DEPTH || slice() > patience.left) return null
    if (slice() > SLICE) {
      patience.left -= slice()
      await pause()
      slice = stopwatch()
    }
  }
  patience.left -= slice()
  return placed(parser.document, names)
}

/** Characters in one step, milliseconds until other work gets a turn, and the depth limit of browsers. */
const STEP = 2048
const SLICE = 4
const MAX_DEPTH = 512
const WITH_TEXT = new Set(['title', 'noscript'])

/** Drops text except where it may matter, because most of a page is text. */
const ADAPTER: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  insertText(parent, text) {
    if (WITH_TEXT.has((parent as Element).tagName)) defaultTreeAdapter.insertText(parent, text)
  },
  insertTextBefore() {},
}

function placed(document: ParentNode, names: Set<string>): PlacedElement[] {
  const found: PlacedElement[] = []
  const ahead: { node: Element; in_head: boolean }[] = [{ node: document as Element, in_head: false }]
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const { node, in_head } = next
    const isHtml = node.namespaceURI === html.NS.HTML
    if (isHtml && names.has(node.tagName)) {
      const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
      found.push({ name: node.tagName, attributes: node.attrs, in_head, text })
    }
    for (let i = (node.childNodes?.length ?? 0) - 1; i >= 0; i--) {
      const child = node.childNodes[i] as Element
      if (child.tagName) ahead.push({ node: child, in_head: in_head || (isHtml && node.tagName === 'head') })
    }
  }
  return found
}
