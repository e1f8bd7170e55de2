/**
 * Which views axe judges before every change: enough that each kind of element, in each kind of parent, is judged. The
 * long run judges all.
 */
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { gallery } from '../gallery/index.tsx'

/** Each element of a page with its parent: the tag, its classes, its role, and the names of its ARIA attributes. */
export function kindsIn(html: string): Set<string> {
  const kinds = new Set<string>()
  const walk = (node: Tree.Node, parent: string) => {
    const kind = 'tagName' in node ? kindOf(node) : parent
    if ('tagName' in node) kinds.add(`${parent} > ${kind}`)
    if ('childNodes' in node) for (const child of node.childNodes) walk(child, kind)
  }
  walk(parse(html), '')
  return kinds
}

function kindOf({ tagName, attrs }: Tree.Element): string {
  const said = attrs.flatMap(({ name, value }) => {
    if (name === 'class') return value.split(' ')
    return ['role', 'type'].includes(name) ? [`${name}=${value}`] : name.startsWith('aria-') ? [name] : []
  })
  return [tagName, ...said.sort()].join('.')
}

/** The kinds of elements of each view of the gallery. */
export const kindsOfGallery = () => new Map(gallery.map(({ name, page }) => [name, kindsIn(String(page()))]))

/** Few and small views that have all kinds among them: always the one of which most is new. */
export function coverOf(views: Map<string, Set<string>>): string[] {
  const left = new Set([...views.values()].flatMap((kinds) => [...kinds]))
  const chosen: string[] = []
  const adds = (kinds: Set<string>) => kinds.intersection(left).size / kinds.size
  while (left.size > 0) {
    const [name, kinds] = [...views].reduce((most, view) => (adds(view[1]) > adds(most[1]) ? view : most))
    for (const kind of kinds) left.delete(kind)
    chosen.push(name)
  }
  return chosen
}
