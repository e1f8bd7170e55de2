/** Saved views of the list of clients: filters and order of the address under a name, beside the tabs. */
import { goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listClients } from '../../src/operations/clients/clients.ts'
import { createClientView, deleteClientView, updateClientView } from '../../src/operations/clients/views.ts'
import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import type { Act } from '../kit/menu.tsx'
import { Button } from '../parts/button.tsx'
import { Hidden } from '../parts/forms/post.tsx'
import { ONCE } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { inPlace, listHref, type Query } from '../parts/lists/list.ts'
import { act } from '../screens/act.ts'
import type { ListState } from '../screens/list-spec.ts'
import { may } from '../shell.tsx'

type Views = AnswerOf<typeof listClients>['saved_views']
type View = Views[number]

/** Filters and order that a view keeps. */
const KEPT = ['q', 'kind', 'tag', 'view', 'sort', 'dir', 'include_archived'] as const

const keptOf = (query: Query): Record<string, string> =>
  Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = query[name]
      return value && !(name === 'view' && value === 'all') ? [[name, value]] : []
    }),
  )

const queryOf = ({ filters }: View): Query =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))

/** The saved view with just these filters. */
export const viewAt = (query: Query, views: Views): View | undefined => {
  const asked = new URLSearchParams(keptOf(query))
  asked.sort()
  return views.find((view) => {
    const kept = new URLSearchParams(keptOf(queryOf(view)))
    kept.sort()
    return String(kept) === String(asked)
  })
}

const hrefOf = (self: string, view: View): string => listHref(self, {}, queryOf(view))

/** Views as chips. Filters that no view has can be saved, and a view that was deleted can be saved again. */
export function SavedViews({ view: { self, query, may }, views }: { view: ListState; views: Views }) {
  const writes = may(createClientView)
  const current = viewAt(query, views)
  const kept = keptOf(query)
  const adds = writes && !current && Object.keys(kept).length > 0
  if (views.length === 0 && !adds) return null
  return (
    <div class="chips saved">
      {views.map((one) => (
        <a
          id={`view-${one.id}`}
          class="pick"
          title={one.name}
          aria-current={one === current && 'true'}
          {...inPlace(hrefOf(self, one))}
        >
          {one.name}
        </a>
      ))}
      {adds && <SaveAs action={`${self}/views`} fields={kept} name={query.save_as ?? ''} />}
      {writes && current && query.rename && (
        <SaveAs
          action={`${self}/views/${current.id}`}
          fields={{ was: current.name }}
          name={query.save_as ?? current.name}
        />
      )}
    </div>
  )
}

const SaveAs = ({ action, fields, name }: { action: string; fields: Record<string, string>; name: string }) => (
  <details class="save-as" open={name !== ''}>
    <summary>
      <Icon name="plus" />
      Save view
    </summary>
    <form method="post" action={action} class="row" {...ONCE}>
      <Hidden fields={fields} />
      <input class="input" name="name" maxlength="40" required value={name} aria-label="Name of the view" />
      <Button class="btn small primary" label="Save" />
      <span class="muted small">Everyone in your workspace sees it.</span>
      <ApiEquivalent of={action} short />
    </form>
  </details>
)

/** Acts on the view that the address shows, for the menu of the page. */
export function viewActs(call: SignedInCall, views: Views): (Act | null)[] {
  const current = viewAt(call.query, views)
  if (!current || !may(call, deleteClientView)) return []
  const self = `${call.base}/clients`
  return [
    { label: 'Rename view', icon: 'pencil', href: listHref(self, queryOf(current), { rename: '1' }) },
    { label: 'Delete view', icon: 'trash-2', post: `${self}/views/${current.id}/delete`, danger: true },
  ]
}

const filtersIn = ({ form }: SignedInCall) => {
  const { include_archived, ...rest } = keptOf(form)
  return { ...rest, ...(include_archived ? { include_archived: include_archived === 'true' } : {}) }
}

const selfOf = ({ base }: SignedInCall): string => `${base}/clients`

/** Back to the list with the filters of a view; Undo opens the form with the name that was. */
const shown = (call: SignedInCall, view: View, text: string, undo?: Query) =>
  goTo(hrefOf(selfOf(call), view), {
    text,
    ...(undo ? { link: { href: listHref(selfOf(call), queryOf(view), undo), label: 'Undo' } } : {}),
  })

export const savedViewScreens: readonly Screen[] = [
  act(
    '/clients/views',
    createClientView,
    (call, view) => shown(call, view, `View “${view.name}” saved.`),
    (call) => ({ filters: filtersIn(call) }) as never,
  ),
  act('/clients/views/:id', updateClientView, (call, view) =>
    shown(call, view, `View renamed to “${view.name}”.`, { rename: '1', save_as: call.form.was }),
  ),
  act('/clients/views/:id/delete', deleteClientView, (call, view) =>
    shown(call, view, `View “${view.name}” deleted.`, { save_as: view.name }),
  ),
]
