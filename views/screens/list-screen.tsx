/**
 * A page with a list, made from its operation: search and filters from the operation's input, sorting, pages, a file of
 * all rows, and a text for the empty list. The page adds its columns.
 */
import type { TObject } from 'typebox'
import {
  type Markup,
  page,
  platformPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Listed } from '../../src/kernel/database/list.ts'
import { sayStored } from '../../src/kernel/language/say.ts'
import { partyOf } from '../../src/kernel/operation/caller.ts'
import { csvLines } from '../../src/kernel/operation/csv.ts'
import { fileInTurn } from '../../src/kernel/operation/file-line.ts'
import type { CsvAnswer, Operation } from '../../src/kernel/operation/operation.ts'
import { daysOfZone } from '../../src/kernel/time/zone-days.ts'
import type { Child } from '../jsx/elements.ts'
import type { Html } from '../jsx/html.ts'
import { inputOfQuery, type ListPage, type Query } from '../parts/lists/list.ts'
import { pagesOf, sendFile, separatorFor } from '../parts/lists/list-file.ts'
import { PageHead } from '../parts/page/page-head.tsx'
import { drawPage, zoneOf } from '../shell.tsx'
import { askedIn, type ListPartOf, listPart, queryOf, readList } from './list-part.tsx'
import type { ListSpec, PartSpec, RowOf } from './list-spec.ts'

/** Content below the rows: a form, shown again with its faults. */
type BelowList<A> = (call: SignedInCall, answer: A) => Child | Promise<Child>

type ListOf<A, Row> = {
  screens: readonly Screen[]
  /** Draws the page again, with a refused form below the list or with a row's panel beside it. */
  draw: (call: SignedInCall, below?: Child, panel?: Child) => Promise<Markup>
  /** Head and list, for the gallery. */
  View: (props: Parameters<ListPartOf<A, Row>['View']>[0] & { below?: Child }) => Html
}

export function listScreen<I extends TObject, A extends ListPage<unknown>, Row = RowOf<A>>(
  spec: ListSpec<I, A, Row>,
  below?: BelowList<A>,
): ListOf<A, Row> {
  const get = spec.operator ? platformPage : page
  const draw = async (call: SignedInCall, more?: Child, given?: Child): Promise<Markup> => {
    const panel = given ?? (await spec.panel?.(call))
    const { answer, list } = await readList(spec, call, panel)
    const { operator, kind } = spec
    const written = (words?: string) => words && sayStored(zoneOf(call), words)
    const sub = typeof spec.sub === 'function' ? await spec.sub(call, answer) : written(spec.sub)
    const [title, heading] = [written(spec.title)!, written(spec.heading)]
    const act = spec.act?.(call, answer)
    const more_below = more ?? (await below?.(call, answer))
    return drawPage(
      call,
      {
        title,
        heading,
        sub,
        operator,
        kind,
        menu: spec.menu?.(call, answer),
        act: act && { ...act, label: written(act.label)! },
      },
      <>
        {list}
        {more_below}
      </>,
    )
  }
  const { View } = listPart(spec)
  const file = spec.csv ? [get(`${spec.at}/csv`, (call) => fileOf(spec, call))] : []
  return {
    screens: [get(spec.at, (call) => draw(call)), ...file],
    draw,
    View: ({ below: more, ...props }) => (
      <>
        <PageHead title={spec.heading ?? spec.title} sub={typeof spec.sub === 'string' ? spec.sub : undefined} />
        <View {...props} />
        {more}
      </>
    ),
  }
}

async function fileOf<I extends TObject, A extends ListPage<unknown>, Row>(
  spec: PartSpec<I, A, Row>,
  call: SignedInCall,
): Promise<Reply> {
  const query = { ...queryOf(spec, call.query), page: undefined, page_size: undefined }
  const asked = askedIn(spec, call, query)
  const separator = separatorFor(call)
  const { csv } = spec
  if (isOperation(csv)) {
    const input = { ...inputOfQuery(csv, asked as Query), separator }
    return sendFile(call, await call.call(csv, input, { here: spec.here }))
  }
  const next = async (at: number) => {
    const rows: unknown = await call.call(spec.operation, { ...asked, page: at, page_size: 200 }, { here: spec.here })
    return rows as Listed<RowOf<A> & { id: string }>
  }
  const name = spec.file ?? spec.title.toLowerCase().replaceAll(' ', '-')
  const filename = `${name}-${daysOfZone(call.visitor.user.time_zone).dayOf(call.app.clock.now())}.csv`
  const make = async () => ({ filename, lines: csvLines(csv!, pagesOf(await next(1), next), separator) })
  return sendFile(call, await fileInTurn(call.app, partyOf(call.caller), call.request.signal, make))
}

const isOperation = (csv: Operation<TObject, CsvAnswer> | object | undefined): csv is Operation<TObject, CsvAnswer> =>
  csv !== undefined && 'handle' in csv
