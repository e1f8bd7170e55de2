/** Acts on ticked clients, in a bar that appears with the first tick. Features add theirs. */
import {
  action,
  filled,
  goTo,
  type Markup,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../../src/doors/pages/web.ts'
import { MOST_ROWS } from '../../../src/kernel/operation/each-row.ts'
import { conflict } from '../../../src/kernel/operation/fault.ts'
import { listClients } from '../../../src/operations/clients/clients.ts'
import { transferCredits } from '../../../src/operations/credits/transfers.ts'
import { updateTenants } from '../../../src/operations/tenants/many.ts'
import { conflictAt } from '../../form-refusal.ts'
import { LinkButton } from '../../parts/button.tsx'
import type { IconName } from '../../parts/icon.tsx'
import { PickedButton, PickedForm, pickColumn } from '../../parts/lists/picked.tsx'
import { Banner, Card } from '../../parts/page/card.tsx'
import { many, number } from '../../parts/text/format.ts'
import type { ListState } from '../../screens/list-spec.ts'
import { drawPage } from '../../shell.tsx'
import type { ClientRow } from '../client-row.ts'

declare module '../../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Acts on ticked clients, which post their ids. */
    client_acts(view: ListState): readonly PickedClientsAct[]
  }
}

type PickedClientsAct = { label: string; icon: IconName; href: string }

export const PICK = pickColumn<ClientRow>('id', ({ id, name }) => ({ value: id, label: name }))

export function pickedActsOf(view: ListState): readonly PickedClientsAct[] {
  const { self, query, may } = view
  const at = (act: string) => `${self}/picked/${act}/ask`
  const changes: PickedClientsAct[] = [
    { label: 'Change tags', icon: 'pencil', href: at('tags') },
    { label: 'Archive', icon: 'archive', href: at('archive') },
    ...(query.include_archived ? [{ label: 'Restore', icon: 'undo-2' as const, href: at('restore') }] : []),
  ]
  return [
    ...(may(transferCredits) ? [{ label: 'Transfer credits', icon: 'coins' as const, href: at('transfer') }] : []),
    ...filled(view, 'client_acts').flatMap((more) => more(view)),
    ...(may(updateTenants) ? changes : []),
  ]
}

export const PickedClients = ({ view }: { view: ListState }) => {
  const [first, ...others] = pickedActsOf(view)
  if (!first) return null
  return (
    <PickedForm action={first.href} self={view.self}>
      {[first, ...others].map(({ label, icon, href }) => (
        <PickedButton formaction={href} icon={icon} none={label} one={label} many={label} />
      ))}
    </PickedForm>
  )
}

export const listOf = ({ base }: SignedInCall): string => `${base}/clients`
export const crumbsOf = (call: SignedInCall) => [{ label: 'Clients', href: listOf(call) }]
export const clientsOf = (n: number): string => many(n, 'client')

const NAMED = 5

/** The first names, and how many others there are. */
export function namesOf(clients: readonly ClientRow[]): string {
  const names = clients.slice(0, NAMED).map(({ name }) => name)
  const others = clients.length - names.length
  return others > 0 ? `${names.join(', ')} and ${many(others, 'other')}` : names.join(', ')
}

export const idsIn = (call: SignedInCall): string[] =>
  [...new Set(call.all('id'))].filter((id) => /^[\w-]{1,64}$/.test(id))

/** The ticked clients that the visitor sees and that fit the act. @throws conflict without any */
export async function pickedIn(call: SignedInCall, fits: (client: ClientRow) => boolean): Promise<ClientRow[]> {
  const ids = idsIn(call)
  if (ids.length === 0) throw conflict('Tick the clients first.')
  if (ids.length > MOST_ROWS) throw conflict(`At most ${number(MOST_ROWS)} clients at once.`)
  const asked = { ids: ids.join(','), include_archived: true, sort: 'name' as const, page_size: MOST_ROWS }
  const { items } = await call.call(listClients, asked, { here: true })
  const clients = items.filter(fits)
  if (clients.length === 0) throw conflict('This does not fit the state of these clients. Nothing was changed.')
  return clients
}

/** The page of an act; the list again, with the reason, where no client fits. */
export const asking = (at: string, draw: (call: SignedInCall) => Promise<Markup>): Screen =>
  action(at, async (call): Promise<Reply> => {
    try {
      return await draw(call)
    } catch (error) {
      return conflictAt(error, listOf(call))
    }
  })

type Outcome = { done: string; refused: readonly { id: string; message: string }[] }

/** Back to the list; refused clients are listed on a page, each with its reason. */
export async function afterPicked(call: SignedInCall, { done, refused }: Outcome, back = listOf(call)) {
  if (refused.length === 0) return goTo(back, { text: done })
  const asked = { ids: refused.map(({ id }) => id).join(','), include_archived: true, page_size: MOST_ROWS }
  const { items } = await call.call(listClients, asked, { here: true })
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return drawPage(
    call,
    { title: 'Partly done', crumbs: crumbsOf(call), detail: true },
    <Card body>
      <p role="status">{done}</p>
      <Banner tone="bad">
        <b>{`${clientsOf(refused.length)} did not change.`}</b>
      </Banner>
      <ul>
        {refused.map(({ id, message }) => (
          <li>
            <b>{names.get(id) ?? id}</b>: {message}
          </li>
        ))}
      </ul>
      <div class="actions">
        <LinkButton href={back} label="Back to Clients" />
      </div>
    </Card>,
  )
}
