/**
 * A page with a list, made from its operation: search and filters from the operation's input, sorting, pages, a file of
 * all rows, and a text for the empty list. The page adds its columns.
 */
import type { TObject } from 'typebox'
import { csvResponse } from '../../src/doors/csv.ts'
import {
  type FormInput,
  type Markup,
  page,
  platformPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Listed } from '../../src/kernel/database/list.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnyOperation, CsvAnswer, Operation } from '../../src/kernel/operation/operation.ts'
import { domainOfCall } from '../branding.ts'
import type { Child } from '../jsx/elements.ts'
import type { Html } from '../jsx/html.ts'
import { Split } from '../kit/panel.tsx'
import { inputOfQuery, type Paged, type Query } from '../parts/lists/list.ts'
import { listFile, pagesOf } from '../parts/lists/list-file.ts'
import { PageHead } from '../parts/page/page-head.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'
import type { ListSpec, View } from './list-spec.ts'
import { ListView } from './list-view.tsx'

/** Content below the rows: a form, shown again with its faults. */
export type Below = (call: SignedInCall) => Child | Promise<Child>

export type ListOf<Row> = {
  screens: readonly Screen[]
  /** Draws the page again, with a refused form below the list or with a row's panel beside it. */
  draw: (call: SignedInCall, below?: Child, panel?: Child) => Promise<Markup>
  /** Head and list, for the gallery. */
  View: (props: Partial<View> & Pick<View, 'self' | 'query'> & { list: Paged<Row>; below?: Child }) => Html
}

export function listScreen<I extends TObject, Row>(spec: ListSpec<I, Row>, below?: Below): ListOf<Row> {
  const get = spec.operator ? platformPage : page
  const draw = async (call: SignedInCall, more?: Child, panel?: Child): Promise<Markup> => {
    const view = viewOf(spec, call)
    const { list, refused } = await rowsOf(spec, call, view.query)
    const { title, sub, operator, kind } = spec
    const more_below = more ?? (await below?.(call))
    return drawPage(
      call,
      { title, sub, operator, kind, menu: spec.menu?.(call), act: spec.act?.(call) },
      <>
        <Split panel={panel}>
          <ListView spec={spec} list={list} view={view} filters={await filtersOf(spec, call)} refused={refused} />
        </Split>
        {more_below}
      </>,
    )
  }
  const file = spec.csv ? [get(`${spec.at}/csv`, (call) => fileOf(spec, call))] : []
  const filters = typeof spec.filters === 'object' ? spec.filters : {}
  return {
    screens: [get(spec.at, (call) => draw(call)), ...file],
    draw,
    View: ({ list, below: more, ...given }) => (
      <>
        <PageHead title={spec.title} sub={spec.sub} />
        <ListView spec={spec} list={list} view={{ ...SAMPLE, ...given }} filters={filters} />
        {more}
      </>
    ),
  }
}

/** View of the gallery, whose reader may do everything. */
const SAMPLE = {
  base: '/app',
  zone: 'UTC',
  now: '2026-11-23T08:00:00.000Z',
  may: () => true,
  role: 'owner' as const,
  user_id: null,
  own_domain: false,
}

const viewOf = <I extends TObject, Row>(spec: ListSpec<I, Row>, call: SignedInCall): View => {
  const base = spec.operator ? '/app/platform' : call.base
  const query = queryOf(spec, call.query)
  const reads = { zone: zoneOf(call), now: call.app.clock.now(), may: (one: AnyOperation) => may(call, one) }
  const visitor = { role: call.caller.role, user_id: call.caller.user_id, own_domain: domainOfCall(call) !== null }
  return { self: `${base}${spec.at}`, base, query, ...reads, ...visitor }
}

const filtersOf = async <I extends TObject, Row>({ filters }: ListSpec<I, Row>, call: SignedInCall) =>
  (typeof filters === 'function' ? await filters(call) : filters) ?? {}

/** The query, with the first view as default. */
const queryOf = <I extends TObject, Row>({ views }: ListSpec<I, Row>, query: Query): Query =>
  views ? { ...query, [views.name]: query[views.name] ?? views.first } : query

function askedIn<I extends TObject, Row>(spec: ListSpec<I, Row>, call: SignedInCall, query: Query): FormInput<I> {
  const { views, operation, asks = (one: Query) => one } = spec
  const all = views && query[views.name] === 'all' ? { ...query, [views.name]: undefined } : query
  return { ...inputOfQuery(operation, asks(all)), ...spec.fixed, ...spec.given?.(call) } as FormInput<I>
}

async function rowsOf<I extends TObject, Row>(spec: ListSpec<I, Row>, call: SignedInCall, query: Query) {
  try {
    return { list: await call.call(spec.operation, askedIn(spec, call, query), { here: spec.here }) }
  } catch (error) {
    if (!spec.says_refusals || !(error instanceof Fault) || error.code !== 'validation_failed') throw error
    return { list: { items: [], total: 0, page: 1, page_size: 50 }, refused: error.message }
  }
}

async function fileOf<I extends TObject, Row>(spec: ListSpec<I, Row>, call: SignedInCall): Promise<Reply> {
  const query = { ...queryOf(spec, call.query), page: undefined, page_size: undefined }
  const asked = askedIn(spec, call, query)
  if (isOperation(spec.csv)) {
    const file = await call.call(spec.csv, inputOfQuery(spec.csv, asked as Query) as FormInput<I>, { here: spec.here })
    return csvResponse(file, (error) => call.app.log.error('a list could not be sent', { error }))
  }
  const rows = (at: number) => call.call(spec.operation, { ...asked, page: at, page_size: 200 }, { here: spec.here })
  const first = (await rows(1)) as Listed<Row & { id: string }>
  const pages = pagesOf(first, rows as (at: number) => Promise<Listed<Row & { id: string }>>)
  return listFile(call, spec.file ?? spec.title.toLowerCase().replaceAll(' ', '-'), spec.csv!, pages)
}

const isOperation = <I extends TObject>(
  csv: Operation<I, CsvAnswer> | object | undefined,
): csv is Operation<I, CsvAnswer> => csv !== undefined && 'handle' in csv
