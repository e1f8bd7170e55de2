/** Links and forms of a page, read from its markup. */

export type Form = { on: string; action: string; method: string; fields: [string, string][]; controls: Control[] }
/** What somebody fills in, or a form carries along: its attributes, and of a choice what can be chosen. */
export type Control = { name: string; tag: string; attributes: Record<string, string>; choices: string[] | null }

const read = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<')

/** What a page links to or asks for by itself, on this install. */
export const addressesIn = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|hx-get)="([^"]*)"|<iframe[^>]*\ssrc="([^"]*)"/g)]
    .map(([, to, framed]) => read((to ?? framed)!).split('#')[0]!)
    .filter((to) => to.startsWith('/'))

/**
 * Forms with their fields as drawn, of boxes elsewhere on the page the first, once for each address that they have a
 * button for; what htmx sends by itself goes with those around it, here with none.
 */
export function formsIn(html: string, on: string): Form[] {
  const fragments = [...html.matchAll(/\shx-post="([^"]+)"/g)].map(([, action]) => read(action!))
  const forms = [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].flatMap(([, tag, inside]) => {
    const [action, id, method = 'get'] = ['action', 'id', 'method'].map((name) => attribute(tag!, name))
    const buttons = [...inside!.matchAll(/<button([^>]*)>/g)]
      .filter(([, button]) => attribute(button!, 'formmethod') !== 'get')
      .map(([, button]) => attribute(button!, 'formaction'))
    const apart = id ? /<input[^>]*\sform="([^"]+)"[^>]*>/g : /$^/g
    const boxes = [
      ...[...inside!.matchAll(/<(?:input|button)[^>]*\sname="[^>]*>/g)].map(([box]) => box),
      ...[...html.matchAll(apart)].flatMap(([box, form]) => (form === id ? [box] : [])).slice(0, 1),
    ]
    const fields = boxes.map((box): [string, string] => [attribute(box, 'name')!, attribute(box, 'value') ?? ''])
    const controls = controlsIn(inside!)
    return [...new Set([action, ...buttons])].flatMap((to) =>
      to ? [{ on, action: to, method, fields, controls }] : [],
    )
  })
  return [...forms, ...fragments.map((action) => ({ on, action, method: 'post', fields: [], controls: [] }))]
}

/** Buttons choose between acts, so they are none; those that cannot be used post nothing. */
const controlsIn = (html: string): Control[] =>
  [...html.matchAll(/<(input|textarea|select)\s([^>]*\bname="[^>]*)>(?:(.*?)<\/select>)?/gs)].flatMap(
    ([, tag, inside, options]) => {
      const names = [...` ${inside}`.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)]
      const attributes = Object.fromEntries(names.map(([, name, value]) => [name!, read(value ?? '')]))
      if ('disabled' in attributes) return []
      const choices =
        tag === 'select' ? [...options!.matchAll(/<option value="([^"]*)"/g)].map(([, one]) => read(one!)) : null
      return [{ name: attributes.name!, tag: tag!, attributes, choices }]
    },
  )

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : read(value)
}

/** The addresses of a screen. */
export const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`)

/** Whether one of the addresses is of the screen. */
export const reached = (path: string, addresses: string[]) =>
  addresses.some((address) => patternOf(path).test(new URL(address, 'http://localhost:8080').pathname))
