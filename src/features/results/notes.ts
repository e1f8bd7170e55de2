/** Notes on the axis of the results: what happened on a day, to one client or to all. */
import { type CohortScope, cohortMondays } from '../../domains/jobs/index.ts'
import { suppliersAdded } from '../../domains/providers/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { conflict, notFound } from '../../kernel/operation/fault.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'

/** Notes in one answer, and in one workspace. */
const MOST = 200

export type NoteRow = {
  id: string
  day: string
  text: string
  tenant_id: string
  tenant_name: string
  created_by: string
}
type Note = { [name in keyof NoteRow]: NoteRow[name] | null } & Pick<NoteRow, 'day' | 'text'>

const NOTES = `select n.id, n.day, n.text, n.tenant_id, t.name as tenant_name, n.created_by from result_notes n
  join tenants t on t.id = n.tenant_id`

export function findNote(tx: ReadTx, caller: Caller, id: string): NoteRow {
  const tree = treeOf(caller, 'n.tenant_id')
  const found = tx.row<NoteRow>(`${NOTES} where n.id = ? and ${tree.sql}`, id, ...tree.params)
  if (!found) throw notFound('note')
  return found
}

/** The notes since the first week, oldest first. Platform admins too read those of their own tree unless one is named. */
export function notesSince(tx: ReadTx, caller: Caller, days: ZoneDays, { tenant_id, ...scope }: CohortScope): Note[] {
  const [since] = cohortMondays({ now: tx.now, days }, scope)
  const tree = treeOf({ ...caller, platform: caller.platform && tenant_id !== undefined }, 'n.tenant_id')
  const written: Note[] = tx.rows<NoteRow>(
    `${NOTES} where ${tree.sql} and n.day >= ? and n.tenant_id in (coalesce(?, n.tenant_id), ?) order by n.day desc, n.id desc limit ${MOST}`,
    ...tree.params,
    since!,
    tenant_id ?? null,
    caller.tenant_id,
  )
  const ours = { id: null, tenant_id: null, tenant_name: null, created_by: null }
  const added = caller.platform ? suppliersAdded(tx, days.startOf(since!)) : []
  const ofSuppliers = added.map(({ at, adapter }) => ({ ...ours, day: days.dayOf(at), text: adapter }))
  return [...written.toReversed(), ...ofSuppliers].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

export function addNote(tx: Tx, caller: Caller, note: Pick<NoteRow, 'day' | 'text' | 'tenant_id'>): NoteRow {
  if (tx.count('select count(*) from result_notes where tenant_id = ?', note.tenant_id) >= MOST)
    throw conflict(`This workspace has ${MOST} notes already. Delete one first.`)
  const id = newId()
  tx.run(
    'insert into result_notes (id, tenant_id, day, text, created_by, created_at) values (?, ?, ?, ?, ?, ?)',
    ...[id, note.tenant_id, note.day, note.text, caller.label, tx.now],
  )
  return findNote(tx, caller, id)
}

export function deleteNote(tx: Tx, id: string): void {
  tx.run('delete from result_notes where id = ?', id)
}
