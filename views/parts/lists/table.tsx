import { defaultDirection } from '../../../src/kernel/database/list.ts'
import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { sayStored } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { Icon } from '../icon.tsx'
import { Card } from '../page/card.tsx'
import { number, splitUrl } from '../text/format.ts'
import { Kept } from './filters.tsx'
import { inPlace, type ListPage, listHref, type Query } from './list.ts'
import { ListFile, Pager } from './pager.tsx'
import { Scroll } from './scroll.tsx'

export type Column<Row> = {
  label: string
  /** Definition of the column, as the title of the heading. */
  help?: string | undefined
  /** Replaces the label in the heading. */
  head?: Child
  /** The API's sort name; makes the heading a link. */
  sort?: string
  /** `num` is right-aligned, `end` holds row actions, `wide-only` is left out on a phone. */
  class?: string
  /** On a phone, the word before a number of a two-line row; the label unless given, null where the cell has its word. */
  word?: string | null
  /** Direction of the first click on the heading, where it differs from the default. */
  first?: 'asc' | 'desc'
  cell: (row: Row) => Child
  /** Total of the column, in the last line. */
  total?: Child
}

type TableProps<Row> = {
  /** Its captions and labels are texts of this reader, where there are translations. */
  to?: Reader | undefined
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  href?: string
  /** The query of the address, without defaults. */
  query?: Query
  /** Default sort order. */
  order?: string | undefined
  /** On a phone a row has two lines: its first cell, and below it the others. */
  lines?: boolean
  /** Whether the panel shows this row. */
  chosen?: ((row: Row) => boolean) | undefined
  /** Shown instead of a table without rows. */
  empty?: Child
}

/** A table that scrolls inside itself, with sortable headings. It does not sort the rows itself. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { to = ENGLISH, columns, rows, href, query = {}, order, lines, chosen, empty } = props
  const caption = sayStored(to, props.caption)
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  return (
    <Scroll label={caption}>
      <table class={['table', lines && 'lines']}>
        <caption class="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading to={to} column={column} href={href} query={query} order={order} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr aria-selected={chosen?.(row) && 'true'}>
              {columns.map((column) => (
                <td class={column.class} data-word={lines && wordOf(column, to)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td class={column.class} data-word={lines && wordOf(column, to)}>
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Scroll>
  )
}

/** Headings are hidden on a phone, so a number there has its word beside it. */
const wordOf = <Row,>({ label, word, class: kind }: Column<Row>, to: Reader): string | undefined => {
  const shown = word === undefined && kind?.startsWith('num') ? label : word
  return shown ? sayStored(to, shown) : undefined
}

type HeadingProps<Row> = Pick<TableProps<Row>, 'href' | 'order'> & { to: Reader; column: Column<Row>; query: Query }

function Heading<Row>({ to, column, href, query, order }: HeadingProps<Row>) {
  const { sort } = column
  const label = sayStored(to, column.label)
  const help = column.help && sayStored(to, column.help)
  if (!sort || !href) {
    return (
      <th scope="col" class={column.class} title={help}>
        {column.head ?? (column.class?.startsWith('end') ? <span class="vh">{label}</span> : label)}
      </th>
    )
  }
  const first = column.first ?? defaultDirection(sort)
  const dir = (query.sort ?? order) === sort ? query.dir || first : undefined
  const sorted = dir && (dir === 'desc' ? 'descending' : 'ascending')
  const turn = dir ? (dir === 'desc' ? 'asc' : 'desc') : first
  return (
    <th scope="col" class={column.class} aria-sort={sorted} title={help}>
      <a id={`sort-${sort}`} {...inPlace(listHref(href, query, { sort, dir: turn }))}>
        {label}
        <Icon name={sorted ? (sorted === 'descending' ? 'arrow-down' : 'arrow-up') : 'chevrons-up-down'} />
      </a>
    </th>
  )
}

type ListCardProps<Row> = Pick<
  TableProps<Row>,
  'to' | 'caption' | 'columns' | 'order' | 'lines' | 'chosen' | 'empty'
> & {
  list: ListPage<Row>
  /** A panel is beside the list; both are replaced together. */
  beside?: boolean
  href: string
  query: Query
  title?: string
  aside?: Child
  /** Acts on the rows shown, beside the pager. */
  acts?: Child
  /** Whether `/csv` below its address returns the list as a file. */
  file?: boolean
  /** Query names that the filter form keeps, besides the order. */
  kept?: readonly string[]
  /** Content above the rows that is replaced with them: tabs. */
  children?: Child
}

/** A list in a card. Links that sort, filter and turn pages replace this part of the page only. */
export const ListCard = <Row,>(props: ListCardProps<Row>) => {
  const { list, beside, acts, title, aside, file, kept, children, ...table } = props
  return (
    <Card
      id={beside ? undefined : 'list'}
      title={title}
      aside={aside}
      foot={
        list.total > 0 && (
          <>
            {acts}
            {file && (
              <ListFile
                to={table.to}
                href={listHref(`${table.href}/csv`, { ...table.query, page_size: undefined }, {})}
              />
            )}
            <Pager to={table.to} list={list} href={table.href} query={table.query} />
          </>
        )
      }
    >
      {kept && <Kept query={table.query} names={kept} />}
      {children}
      <DataTable {...table} rows={list.items} />
    </Card>
  )
}

/** A URL with its path strong and its host beside it. `host_first` puts the host first; `open` adds a link to it. */
export function UrlCell({ url, open, host_first }: { url: string; open?: boolean; host_first?: boolean }) {
  const { host, path } = splitUrl(url)
  const strong = <b>{steps(path)}</b>
  const text = host_first ? [host, <wbr />, strong] : [strong, ' ', <span class="wide-only">{host}</span>]
  return open ? (
    <a class="url" href={url} target="_blank" rel="noreferrer" data-row title={url}>
      {text}
    </a>
  ) : (
    <span class="url" title={url}>
      {text}
    </span>
  )
}

/** Lets a path break after each slash, so that it does not break within a number. */
const steps = (path: string): Child => path.split(/(?<=.\/)/).flatMap((step, at) => (at === 0 ? step : [<wbr />, step]))

/** A count that links to the counted items; a zero has no link, nor one without a list. */
export const CountLink = ({ href, n, says = number(n) }: { href: string | null; n: number; says?: string }) => (
  <>{n === 0 || href === null ? says : <a href={href}>{says}</a>}</>
)

type NamedProps = { name: Child; href?: string | undefined; sub?: Child; children?: Child }

const titleOf = (name: Child): string | undefined => (typeof name === 'string' ? name : undefined)

/** The name of a row, with chips beside it. */
export const Named = ({ name, href, sub, children }: NamedProps) => (
  <>
    {href ? (
      <a class="name" href={href} title={titleOf(name)} dir="auto" data-row>
        {name}
      </a>
    ) : (
      <span class="name" title={titleOf(name)} dir="auto">
        {name}
      </span>
    )}
    {children !== undefined && [' ', children]}
    {sub && (
      <small class="sub2" dir="auto">
        {sub}
      </small>
    )}
  </>
)
