/**
 * The JSX runtime: strings are text, only `Html` is markup. Inline scripts, inline styles, event handlers and
 * `javascript:` addresses throw or are removed.
 */
import { escapeHtml, isVoidElement } from '@kitajs/html'
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
  const open = `<${tag}${attributes(props)}>`
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

function attributes(props: Props): string {
  let markup = ''
  for (const name in props) {
    if (name === 'children') continue
    const is_address = isAddress(name)
    const value = props[name]
    if (value === null || value === undefined || value === false) continue
    if (value === true) {
      markup += ` ${name}`
      continue
    }
    const text = Array.isArray(value) ? value.filter(Boolean).join(' ') : String(value)
    markup += ` ${name}="${is_address && !SAFE.test(text.trim()) ? '#' : escapeHtml(text)}"`
  }
  return markup
}

/** The attributes that were judged: a few hundred names, which every page has many times. */
const judged = new Map<string, boolean>()

function isAddress(name: string): boolean {
  const known = judged.get(name)
  if (known !== undefined) return known
  if (!NAME.test(name) || REFUSED.test(name)) throw new TypeError(`attribute not allowed: ${name.slice(0, 30)}`)
  const is_address = ADDRESSES.has(name.toLowerCase())
  judged.set(name, is_address)
  return is_address
}

export declare namespace JSX {
  type Element = Html
  type IntrinsicElements = Elements
  interface ElementChildrenAttribute {
    children: unknown
  }
}
