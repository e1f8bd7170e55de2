import { columnOf, isAddress, isKnownHeader } from './columns.ts'

const MOST_DEEP = 4

/** The links of a JSON text: of a list, of the field of its objects that has them, or of a list within an object. */
export function linksInJson(text: string): { links: string[]; name: string } | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  return linksOf(value, 0)
}

function linksOf(value: unknown, depth: number): { links: string[]; name: string } | null {
  if (depth > MOST_DEEP || typeof value !== 'object' || value === null) return null
  if (!Array.isArray(value)) {
    // A list within is what an object is about: its own addresses are those of its site, its key or its next page.
    const inner = Object.values(value).flatMap((one) => linksOf(one, depth + 1) ?? [])
    const list = inner.find(({ links }) => links.some(isAddress))
    const own = fromObjects([value as Fields])
    return own && (!list || (isKnownHeader(own.name) && !isKnownHeader(list.name))) ? own : (list ?? null)
  }
  const texts = value.filter((one) => typeof one === 'string')
  if (texts.length > 0) return { links: texts, name: '' }
  const objects = value.filter((one): one is Fields => typeof one === 'object' && one !== null && !Array.isArray(one))
  return fromObjects(objects) ?? linksOfEach(value, depth)
}

function linksOfEach(list: unknown[], depth: number): { links: string[]; name: string } | null {
  const each = list.flatMap((one) => linksOf(one, depth + 1) ?? [])
  return each.length ? { links: each.flatMap(({ links }) => links), name: each[0]!.name } : null
}

type Fields = Record<string, unknown>

function fromObjects(objects: Fields[]): { links: string[]; name: string } | null {
  const names = [...new Set(objects.slice(0, 500).flatMap((one) => Object.keys(one)))]
  const cells = (one: Fields) => names.map((name) => (typeof one[name] === 'string' ? (one[name] as string) : ''))
  const column = names.length ? columnOf(names, objects.slice(0, 500).map(cells)) : null
  if (!column) return null
  const links = objects.flatMap((one) => (typeof one[column.name] === 'string' ? [one[column.name] as string] : []))
  return { links, name: column.name }
}
