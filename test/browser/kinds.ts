/**
 * Which views axe judges before every change: enough that each kind of element is judged, in one of its places. The long
 * run judges all views.
 */
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { gallery } from '../gallery/index.tsx'

/**
 * The kinds of elements of a page: an element is of its tag, classes, role and the names of its ARIA attributes. One that
 * has none of these is of its parent's kind as well, for a list's entry is right in a list alone.
 */
export function kindsIn(html: string): Set<string> {
  const kinds = new Set<string>()
  const walk = (node: Tree.Node, parent: string) => {
    const kind = 'tagName' in node ? kindOf(node, parent) : parent
    if ('tagName' in node) kinds.add(kind)
    const own = 'tagName' in node ? kind.slice(kind.indexOf('>') + 1) : parent
    if ('childNodes' in node) for (const child of node.childNodes) walk(child, own)
  }
  walk(parse(html), '')
  return kinds
}

function kindOf({ tagName, attrs }: Tree.Element, parent: string): string {
  const said = attrs.flatMap(({ name, value }) => {
    if (name === 'class') return value.split(' ')
    return ['role', 'type'].includes(name) ? [`${name}=${value}`] : name.startsWith('aria-') ? [name] : []
  })
  return said.length ? [tagName, ...said.sort()].join('.') : `${parent}>${tagName}`
}

/** The kinds of elements of each view of the gallery with such a name. */
export const kindsOfGallery = (isChosen = (_name: string): boolean => true): Map<string, Set<string>> =>
  new Map(gallery.filter(({ name }) => isChosen(name)).map(({ name, page }) => [name, kindsIn(String(page()))]))

/**
 * Few and small views that have all kinds among them, or the first `most` of these: always the one of which most is new.
 * None may be empty.
 */
export function coverOf(views: Map<string, Set<string>>, most = views.size): string[] {
  const left = new Set([...views.values()].flatMap((kinds) => [...kinds]))
  const chosen: string[] = []
  const adds = (kinds: Set<string>) => kinds.intersection(left).size / kinds.size
  while (left.size > 0 && chosen.length < most) {
    const [name, kinds] = [...views].reduce((most, view) => (adds(view[1]) > adds(most[1]) ? view : most))
    for (const kind of kinds) left.delete(kind)
    chosen.push(name)
  }
  return chosen
}
