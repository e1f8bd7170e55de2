import { plain } from '../text/plain.ts'
import type { ReadTx } from './database.ts'
import {
  type Condition,
  DEFAULT_PAGE_SIZE,
  type ListArguments,
  type Listed,
  type ListSource,
  list,
  orderColumns,
  orderOf,
} from './list.ts'
import { type OrderedRows, walkInOrder } from './search-order.ts'
import { Searched, type SearchReader } from './search-steps.ts'

export type TextSearch = {
  q: string | undefined
  columns: readonly string[]
  /** The largest number of matches to find. */
  most?: number
}

/** A page of a list; of those rows that hold the text in one of the columns, in whichever case, when one is given. */
export function searchList<T>(
  tx: ReadTx,
  { sought, ...source }: ListSource & { sought: TextSearch },
  page: ListArguments,
): Listed<T> | Searched<Listed<T>> {
  if (!sought.q) return list(tx, source, page)
  const walk = { ...walkOf(tx, source, sought, page), text: folded(sought.q), most: sought.most ?? Infinity }
  return new Searched((look) => matching(look, source, walk, page), { long: true })
}

/** The same page with each row mapped. */
export function mapPage<T, R>(found: Listed<T> | Searched<Listed<T>>, each: (row: T) => R) {
  const mapped = (page: Listed<T>): Listed<R> => ({ ...page, items: page.items.map(each) })
  return found instanceof Searched ? new Searched(async (look) => mapped(await found.run(look)), found) : mapped(found)
}

/** `hit` says that the row holds the text; its letters come where they are to be compared here. */
type SearchRow = { id: string | number; hit: number; letters: string | null }

/** Up to this many matches are sorted in memory, which takes some milliseconds. */
const FEW = 1000

/**
 * True for about one row in a hundred, by its id: it comes up whether it is wanted or not, so that the walk can pause.
 * Neighbours have nothing in common by it, be they numbered or named by our ids, whose ends are drawn by chance.
 */
const pulseOf = (id: string): string =>
  `iif(typeof(${id}) = 'integer', (${id} * 2654435761 >> 12) % 128, (unicode(substr(${id}, -1)) * 31 + unicode(substr(${id}, -2))) % 61) = 0`

/**
 * The statement that steps through the rows in their order. SQLite knows the case of ASCII letters alone: of rows with
 * other letters, the text itself comes up.
 */
function walkOf(tx: ReadTx, source: ListSource, { q, columns }: TextSearch, page: ListArguments): OrderedRows {
  const table = source.core?.table ?? source.from
  const text = folded(q!)
  const given = source.where.filter((condition) => condition) as Condition[]
  const [scope, filters] = [given.filter(({ loose }) => !loose), given.filter(({ loose }) => loose)]
  const wide = { sql: `(${columns.map((column) => `length(${column}) < octet_length(${column})`).join(' or ')})` }
  const hit: Condition = /\P{ASCII}/u.test(text)
    ? { sql: 'false' }
    : {
        sql: `(${columns.map((column) => `instr(lower(${column}), ?) > 0`).join(' or ')})`,
        params: columns.map(() => text),
      }
  const [found, open] = [joined([...filters, hit]), joined([...filters, wide])]
  const wanted = joined([...filters, { sql: `(${hit.sql} or ${wide.sql})`, params: hit.params ?? [] }])
  const inScope = joined(scope)
  const few = tx.number(
    `select count(*) from (select 1 from ${table}${inScope.sql && ` where ${inScope.sql}`} limit ${FEW})`,
    ...inScope.params,
  )
  const kept = few < FEW ? inScope : joined(scope.map((one) => ({ ...one, sql: one.in_order ?? one.sql })))
  const pulse = pulseOf(idOf(source))
  const letters = columns.map((column) => `coalesce(${column}, '')`).join(' || char(10) || ')
  return {
    select: `${idOf(source)} as id, (${found.sql}) as hit, iif(${open.sql}, ${letters}, null) as letters`,
    from: table,
    where: `${kept.sql ? `${kept.sql} and ` : ''}(${wanted.sql} or ${pulse})`,
    params: [...found.params, ...open.params, ...kept.params, ...wanted.params],
    ...orderColumns(source, page.sort, page.dir),
  }
}

const idOf = ({ core }: ListSource): string => core?.id ?? 'id'

const joined = (conditions: Condition[]) => ({
  sql: conditions.map(({ sql }) => sql).join(' and '),
  params: conditions.flatMap(({ params = [] }) => params),
})

async function matching<T>(
  look: SearchReader,
  source: ListSource,
  { text, most, ...rows }: OrderedRows & { text: string; most: number },
  { page = 1, page_size = DEFAULT_PAGE_SIZE, sort, dir }: ListArguments,
): Promise<Listed<T>> {
  let total = 0
  const ids: (string | number)[] = []
  await walkInOrder<SearchRow>(look, rows, ({ id, hit, letters }) => {
    if (!hit && (letters === null || !folded(letters).includes(text))) return false
    if (total >= (page - 1) * page_size && ids.length < page_size) ids.push(id)
    return ++total >= most
  })
  const items = look.rows<T>(
    `select ${source.select} from ${source.from} where ${idOf(source)} in (select value from json_each(?)) ${orderOf(source, sort, dir)}`,
    [JSON.stringify(ids)],
  )
  return { items, total, page, page_size }
}

/** Whether a value holds the text, as a search compares them. */
export function holding(q: string): (value: string) => boolean {
  const text = folded(q)
  return (value) => folded(value).includes(text)
}

/** A text as it is compared: in lower case and without accents, so that `lodz` finds `Łódź`. */
function folded(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text.toLowerCase()
  let out = ''
  for (const letter of text) out += foldedLetter(letter)
  return out
}

const known = new Map<string, string>()

function foldedLetter(letter: string): string {
  const as = known.get(letter) ?? plain(letter)
  known.set(letter, as)
  return as
}
