type HxName =
  | 'get'
  | 'post'
  | 'target'
  | 'swap'
  | 'select'
  | 'select-oob'
  | 'trigger'
  | 'include'
  | 'vals'
  | 'sync'
  | 'push-url'
  | 'ptag'

/** htmx attributes without their `hx-`; TypeScript does not check hyphenated names in tags. */
type HxAttributes = { [Name in HxName | `status:${string}`]?: string }

/**
 * htmx attributes for a tag: `<form {...hx({ post: '/x', 'status:422': 'target:this' })}>`.
 * @throws TypeError on a trigger filter (`click[…]`) or a `js:` value: both need eval, which the CSP forbids.
 */
export function hx(attributes: HxAttributes): Record<string, string> {
  const out: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue
    if ((name === 'trigger' && value.includes('[')) || /^\s*(js|javascript):/i.test(value)) {
      throw new TypeError(`hx-${name} would need eval`)
    }
    out[`hx-${name}`] = value
  }
  return out
}

/** One request for several clicks: later clicks are dropped while the first request runs. */
export const ONCE = { 'hx-sync': 'this:drop', 'hx-disable': 'find button' } as const
