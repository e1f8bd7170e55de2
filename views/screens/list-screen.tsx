/**
 * A page that shows a list, from its operation: search and filters from the operation's input, sorting, pages, a file of
 * all rows, and what an empty list says. What a page adds are its columns.
 */
import type { TObject } from 'typebox'
import {
  type Asked,
  type Markup,
  page,
  platformPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { csvResponse } from '../../src/doors/rest/csv.ts'
import type { Listed } from '../../src/kernel/database/list.ts'
import type { CsvAnswer, Operation } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import type { Html } from '../jsx/html.ts'
import type { Act } from '../kit/menu.tsx'
import { askedOf, listHref, type Paged, type Query } from '../parts/list.ts'
import { listFile, pagesOf } from '../parts/list-file.ts'
import { PageHead } from '../parts/page-head.tsx'
import { drawPage, zoneOf } from '../shell.tsx'
import type { ListSpec } from './list-spec.ts'
import { ListView } from './list-view.tsx'

/** What the list page shows below its rows: a form, sent back with its faults. */
export type Below = (call: SignedInCall) => Child | Promise<Child>

export type ListOf<Row> = {
  screens: readonly Screen[]
  /** The page once more, with what was refused in a form below it. */
  draw: (call: SignedInCall, below?: Child) => Promise<Markup>
  /** Head and list, for the gallery. */
  View: (props: { list: Paged<Row>; query: Query; self: string; zone?: string; now?: string; below?: Child }) => Html
}

export function listScreen<I extends TObject, Row>(spec: ListSpec<I, Row>, below?: Below): ListOf<Row> {
  const get = spec.operator ? platformPage : page
  const draw = async (call: SignedInCall, more?: Child): Promise<Markup> => {
    const query = queryOf(spec, call.query)
    const { list, refused } = await rowsOf(spec, call, query)
    const self = selfOf(spec, call)
    const menu = [...(spec.menu?.(call) ?? []), spec.csv ? fileAct(self, query) : null]
    const { title, sub, operator, kind } = spec
    const more_below = more ?? (await below?.(call))
    return drawPage(
      call,
      { title, sub, operator, kind, menu, act: spec.act?.(call) },
      <>
        <ListView
          spec={spec}
          list={list}
          query={query}
          self={self}
          zone={zoneOf(call)}
          now={call.app.clock.now()}
          refused={refused}
          call={call}
        />
        {more_below}
      </>,
    )
  }
  const file = spec.csv ? [get(`${spec.at}/csv`, (call) => fileOf(spec, call))] : []
  return {
    screens: [get(spec.at, (call) => draw(call)), ...file],
    draw,
    View: ({ zone = 'UTC', now = '2026-11-23T08:00:00.000Z', below: more, ...shown }) => (
      <>
        <PageHead title={spec.title} sub={spec.sub} />
        <ListView spec={spec} zone={zone} now={now} {...shown} />
        {more}
      </>
    ),
  }
}

const selfOf = <I extends TObject, Row>({ at, operator }: ListSpec<I, Row>, { base }: SignedInCall): string =>
  `${operator ? '/app/platform' : base}${at}`

const fileAct = (self: string, query: Query): Act => ({
  label: 'Export CSV',
  icon: 'download',
  href: listHref(`${self}/csv`, { ...query, page_size: undefined }, {}),
  download: true,
  key: 'e',
})

/** The address with the view that is shown first. */
const queryOf = <I extends TObject, Row>({ views }: ListSpec<I, Row>, query: Query): Query =>
  views ? { ...query, [views.name]: query[views.name] ?? views.first } : query

function askedIn<I extends TObject, Row>(spec: ListSpec<I, Row>, query: Query): Asked<I> {
  const { views, operation } = spec
  const all = views && query[views.name] === 'all' ? { ...query, [views.name]: undefined } : query
  return askedOf(operation, all) as Asked<I>
}

async function rowsOf<I extends TObject, Row>(spec: ListSpec<I, Row>, call: SignedInCall, query: Query) {
  try {
    return { list: await call.call(spec.operation, askedIn(spec, query), { here: spec.here }) }
  } catch (error) {
    if (!spec.shows) throw error
    return { list: { items: [], total: 0, page: 1, page_size: 50 }, refused: spec.shows(error) }
  }
}

async function fileOf<I extends TObject, Row>(spec: ListSpec<I, Row>, call: SignedInCall): Promise<Reply> {
  const query = { ...queryOf(spec, call.query), page: undefined, page_size: undefined }
  const asked = askedIn(spec, query)
  if (isOperation(spec.csv)) {
    const file = await call.call(spec.csv, askedOf(spec.csv, asked as Query) as Asked<I>, { here: spec.here })
    return csvResponse(file, (error) => call.app.log.error('a list could not be sent', { error }))
  }
  const rows = (at: number) => call.call(spec.operation, { ...asked, page: at, page_size: 200 }, { here: spec.here })
  const first = (await rows(1)) as Listed<Row & { id: string }>
  const pages = pagesOf(first, rows as (at: number) => Promise<Listed<Row & { id: string }>>)
  return listFile(call, spec.title.toLowerCase().replaceAll(' ', '-'), spec.csv!, pages)
}

const isOperation = <I extends TObject>(
  csv: Operation<I, CsvAnswer> | object | undefined,
): csv is Operation<I, CsvAnswer> => csv !== undefined && 'handle' in csv
