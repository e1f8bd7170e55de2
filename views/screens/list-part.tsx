/** A list within a page, made from its operation: reads the rows for the address and draws them. */
import type { TObject } from 'typebox'
import { namesFor } from '../../src/doors/pages/people.ts'
import type { FormInput, SignedInCall } from '../../src/doors/pages/web.ts'
import { ENGLISH } from '../../src/kernel/language/reader.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { domainOfCall } from '../branding.ts'
import type { Child } from '../jsx/elements.ts'
import type { Html } from '../jsx/html.ts'
import { inputOfQuery, type ListPage, type Query } from '../parts/lists/list.ts'
import { may, zoneOf } from '../shell.tsx'
import type { ListState, PartSpec, RowOf, ShownList } from './list-spec.ts'
import { ListView } from './list-view.tsx'

type DrawnList<A> = { answer: A; list: Html }

export type ListPartOf<A, Row> = {
  /** The operation's answer, and the list drawn from it. */
  read: (call: SignedInCall) => Promise<DrawnList<A>>
  /** The list with given rows, for the gallery. */
  View: (
    props: Partial<ListState> & Pick<ListState, 'self' | 'query'> & { list: ShownList<A, Row>; panel?: Child },
  ) => Html
}

export const listPart = <I extends TObject, A extends ListPage<unknown>, Row = RowOf<A>>(
  spec: PartSpec<I, A, Row>,
): ListPartOf<A, Row> => ({
  read: (call) => readList(spec, call),
  View: ({ list, panel, ...given }) => (
    <ListView
      spec={spec}
      list={list}
      panel={panel}
      view={{ ...SAMPLE, beside: Boolean(panel), ...given }}
      filters={typeof spec.filters === 'object' ? spec.filters : {}}
    />
  ),
})

/** View of the gallery, whose reader may do everything. */
const SAMPLE = {
  site: { slots: [] },
  base: '/app',
  zone: ENGLISH,
  now: '2026-11-23T08:00:00.000Z',
  may: () => true,
  role: 'owner' as const,
  user_id: null,
  names: (actor: string) => actor,
  own_domain: false,
}

export async function readList<I extends TObject, A extends ListPage<unknown>, Row>(
  spec: PartSpec<I, A, Row>,
  call: SignedInCall,
  panel?: Child,
): Promise<DrawnList<A>> {
  const view = { ...viewOf(spec, call), beside: Boolean(panel) }
  const { answer, refused } = await answerOf(spec, call, view.query)
  const items = answer.items as readonly RowOf<A>[]
  const rows = spec.rows ? await spec.rows(items, call) : (items as readonly Row[])
  const { filters } = spec
  const words = (typeof filters === 'function' ? await filters(call, answer) : filters) ?? {}
  const shown = { ...answer, items: rows }
  return { answer, list: <ListView spec={spec} list={shown} filters={words} {...{ view, refused, panel }} /> }
}

function viewOf<I extends TObject, A extends ListPage<unknown>, Row>(spec: PartSpec<I, A, Row>, call: SignedInCall) {
  const base = spec.operator ? '/app/platform' : call.base
  const self = base + spec.at.replace(/:(\w+)/g, (_, name) => encodeURIComponent(call.params[name] ?? ''))
  const reads = { zone: zoneOf(call), now: call.app.clock.now(), may: (one: AnyOperation) => may(call, one) }
  const { role, user_id } = call.caller
  const visitor = { role, user_id, own_domain: domainOfCall(call) !== null, names: namesFor(call) }
  return { site: call.site, self, base, query: queryOf(spec, call.query), ...reads, ...visitor }
}

/** The query, with the first view as default. */
export const queryOf = <I extends TObject, A extends ListPage<unknown>, Row>(
  { views }: PartSpec<I, A, Row>,
  query: Query,
): Query => (views ? { ...query, [views.name]: query[views.name] ?? views.first } : query)

export function askedIn<I extends TObject, A extends ListPage<unknown>, Row>(
  spec: PartSpec<I, A, Row>,
  call: SignedInCall,
  query: Query,
): FormInput<I> {
  const { views, operation, asks = (one: Query) => one } = spec
  const all = views && query[views.name] === 'all' ? { ...query, [views.name]: undefined } : query
  return { ...inputOfQuery(operation, asks(all)), ...spec.fixed, ...spec.given?.(call) } as FormInput<I>
}

async function answerOf<I extends TObject, A extends ListPage<unknown>, Row>(
  spec: PartSpec<I, A, Row>,
  call: SignedInCall,
  query: Query,
): Promise<{ answer: A; refused?: string }> {
  try {
    return { answer: await call.call(spec.operation, askedIn(spec, call, query), { here: spec.here }) }
  } catch (error) {
    if (!spec.says_refusals || !(error instanceof Fault) || error.code !== 'validation_failed') throw error
    return { answer: { items: [], total: 0, page: 1, page_size: 50 } as ListPage<unknown> as A, refused: error.message }
  }
}
