/**
 * Draws the Markdown of the manual. Bun parses it; the JSX runtime makes and escapes every element, so markup in the
 * text stays text.
 */
import { join } from 'node:path'
import { manualLink } from '../../src/doors/docs/manual.ts'
import type { Child } from '../jsx/elements.ts'
import { Scroll } from '../parts/lists/scroll.tsx'
import { Code } from './code.tsx'

type Node = string | number | null | undefined | Node[] | Element
type Element = { type: string | symbol; props: { children?: Node; [name: string]: unknown } }

const TEXT_ONLY = { headings: { ids: true }, noHtmlBlocks: true, noHtmlSpans: true } as const

/** `section` prefixes ids of code, `lead` ids of headings, so that two texts can share a page. */
export function Markdown({ text, section, lead = '' }: { text: string; section: string; lead?: string }) {
  let blocks = 0
  let tables = 0
  const next = {
    code: (language: unknown) => ({ id: `${section}-code-${++blocks}`, label: `${labelOf(language)} ${blocks}` }),
    table: () => `Table ${++tables}`,
    heading: (id: unknown) => `${lead}${id}`,
  }
  return (
    <div class="manual stack">{drawn(Bun.markdown.react(text, undefined, TEXT_ONLY) as unknown as Node, next)}</div>
  )
}

/** Names of tables, and ids of code and headings: all are unique on a page. */
type BlockIds = {
  code: (language: unknown) => { id: string; label: string }
  table: () => string
  heading: (id: unknown) => string
}

function drawn(node: Node, next: BlockIds): Child {
  if (Array.isArray(node)) return node.map((one) => drawn(one, next))
  if (node === null || typeof node !== 'object') return node
  const { type, props } = node
  const inside = drawn(props.children, next)
  if (typeof type === 'symbol') return inside
  if (type === 'pre') return <Code {...next.code(props.language)} text={textOf(node).trimEnd()} />
  if (type === 'a') return <Link href={String(props.href)}>{inside}</Link>
  if (type === 'table')
    return (
      <Scroll label={next.table()}>
        <table class="table">{inside}</table>
      </Scroll>
    )
  const drawnAs = ELEMENTS[type]
  return drawnAs ? drawnAs(inside, next.heading(props.id)) : inside
}

/** Other elements are drawn as their text. */
const ELEMENTS: Record<string, (inside: Child, id: string) => Child> = {
  // The page already shows its title.
  h1: () => null,
  h2: (inside, id) => <h2 id={id}>{inside}</h2>,
  h3: (inside, id) => <h3 id={id}>{inside}</h3>,
  p: (inside) => <p>{inside}</p>,
  ul: (inside) => <ul>{inside}</ul>,
  ol: (inside) => <ol>{inside}</ol>,
  li: (inside) => <li>{inside}</li>,
  thead: (inside) => <thead>{inside}</thead>,
  tbody: (inside) => <tbody>{inside}</tbody>,
  tr: (inside) => <tr>{inside}</tr>,
  th: (inside) => <th scope="col">{inside}</th>,
  td: (inside) => <td>{inside}</td>,
  code: (inside) => <code>{inside}</code>,
  strong: (inside) => <b>{inside}</b>,
  em: (inside) => <em>{inside}</em>,
  blockquote: (inside) => <div class="note">{inside}</div>,
}

/** A link to a source file shows its name, because installs have no page of it. */
const Link = ({ href, children }: { href: string; children?: Child }) => {
  const to = manualLink(href)
  if (to !== null) return <a href={to}>{children}</a>
  return (
    <>
      {children} (<code>{join('docs/manual', href)}</code> of the sources)
    </>
  )
}

const textOf = (node: Node): string =>
  Array.isArray(node)
    ? node.map(textOf).join('')
    : node !== null && typeof node === 'object'
      ? textOf(node.props.children)
      : String(node ?? '')

const labelOf = (language: unknown): string => (language === 'sh' ? 'Commands' : 'File')
