/**
 * The JSX runtime: strings are text, only `Html` is markup. Inline scripts, inline styles, event handlers and
 * `javascript:` addresses throw or are removed.
 */
import { attributesToString, escapeHtml, isVoidElement } from '@kitajs/html'
import type { Child, Elements } from './elements.ts'
import { Html } from './html.ts'

type Props = { children?: Child; [name: string]: unknown }

/** The only way to use ready-made markup. The architecture test lists its callers. */
export const raw = (markup: string): Html => new Html(markup)

/** @throws TypeError on an attribute, child or inline script that could carry code. */
export function jsx(tag: string | ((props: never) => Html), props: Props): Html {
  if (typeof tag === 'function') return tag(props as never)
  if ((tag === 'script' || tag === 'style') && props.children !== undefined) {
    throw new TypeError(`inline ${tag} is not allowed`)
  }
  const open = `<${tag}${attributesToString(escaped(props))}>` // everything is escaped by now: kitajs only lays it out
  return new Html(isVoidElement(tag) ? open : `${open}${render(props.children)}</${tag}>`)
}

export const jsxs = jsx
export const jsxDEV = jsx

export const Fragment = ({ children }: { children?: Child }): Html => new Html(render(children))

/** A child as markup: text is escaped; `null`, `undefined` and booleans are empty. */
export function render(child: Child): string {
  if (child === null || child === undefined || typeof child === 'boolean') return ''
  if (child instanceof Html) return child.toString()
  // Added up and not joined: joining copies a long text once for each tag around it.
  if (Array.isArray(child)) return child.reduce((markup, part) => markup + render(part), '')
  if (typeof child === 'object' || typeof child === 'function' || typeof child === 'symbol') {
    throw new TypeError(`a ${typeof child} is not a JSX child`)
  }
  return escapeHtml(String(child))
}

const NAME = /^[a-zA-Z][\w:.-]*$/
const REFUSED = /^(on.*|(data-)?hx-on.*|style|srcdoc|attrs|safe|of|dangerouslySetInnerHTML)$/i
const ADDRESSES = new Set([
  ...['href', 'src', 'action', 'formaction', 'poster', 'cite', 'xlink:href', 'hx-sse:connect'],
  ...['hx-get', 'hx-post', 'hx-put', 'hx-patch', 'hx-delete', 'hx-query', 'hx-action'],
])
/** A colon before any of `/ ? #` ends a scheme, even if control characters hide in it (`java\tscript:`). */
const SAFE = /^(?:https?:|mailto:|[^:]*(?:[/?#]|$))/i

function escaped(props: Props): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(props)) {
    if (name === 'children') continue
    if (!NAME.test(name) || REFUSED.test(name)) throw new TypeError(`attribute not allowed: ${name.slice(0, 30)}`)
    if (value === null || value === undefined || typeof value === 'boolean') out[name] = value
    else if (ADDRESSES.has(name.toLowerCase()) && !SAFE.test(String(value).trim())) out[name] = '#'
    else out[name] = escapeHtml(Array.isArray(value) ? value.filter(Boolean).join(' ') : String(value))
  }
  return out
}

export declare namespace JSX {
  type Element = Html
  type IntrinsicElements = Elements
  interface ElementChildrenAttribute {
    children: unknown
  }
}
