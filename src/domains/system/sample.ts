/**
 * Sample data: an agency to look around in, in a database of its own. Here is only which agencies have it; a mark is
 * all that the database of the install ever holds of it.
 */
import Type, { type Static } from 'typebox'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { forgetSetting, readSetting, writeSetting } from '../../kernel/database/settings.ts'
import { atLeast, type Caller, type Role } from '../../kernel/operation/caller.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Nullable } from '../../kernel/operation/shape.ts'
import { below } from '../tenants/index.ts'

/** `lost`: making it was interrupted. */
export const SAMPLE_STATES = namedEnum('SampleState', ['none', 'making', 'ready', 'lost'])

export type SampleData = Static<typeof SampleData>
export const SampleData = Shape('SampleData', {
  state: Type.Enum(SAMPLE_STATES),
  done: Count('Days of it that are made'),
  of: Count('Days that it has'),
  workspace_id: Nullable(Type.String({ description: 'The sample agency on the pages; the API does not know it' })),
  offered: Type.Boolean({ description: 'Whether pages offer it: this is an agency without a push' }),
})

/** The database of the sample, which a server makes and opens. */
export type SampleStore = {
  state(): Pick<SampleData, 'state' | 'done' | 'of' | 'workspace_id'>
  /** Begins to make it, unless it is there and of today. */
  make(): void
  remove(): void
}

declare module '../../kernel/operation/app.ts' {
  interface Install {
    sample: SampleStore
  }
}

/** Only a server that runs has one. */
export const WITHOUT_SAMPLE: SampleStore = {
  state: () => ({ state: 'none', done: 0, of: 0, workspace_id: null }),
  make() {},
  remove() {},
}

const MARK = 'sample:'

export const hasSample = (tx: ReadTx, tenant_id: string): boolean => readSetting(tx, MARK + tenant_id) !== null
export const markSample = (tx: Tx, tenant_id: string): void => writeSetting(tx, MARK + tenant_id, true)
export const unmarkSample = (tx: Tx, tenant_id: string): boolean => forgetSetting(tx, MARK + tenant_id) > 0
/** The mark of an agency that was deleted counts for nobody. */
export const isSampleWanted = (tx: ReadTx): boolean =>
  tx.row(
    'select 1 from settings s join tenants t on t.id = substr(s.name, ?3) where s.name > ?1 and s.name < ?2 limit 1',
    MARK,
    `${MARK}~`,
    MARK.length + 1,
  ) !== null

/** The agency whose staff the person is, and which has the sample: the first, if there are several. */
export function sampleHomeOf(tx: ReadTx, user_id: string): { id: string; name: string; may_remove: boolean } | null {
  const home = tx.row<{ id: string; name: string; role: Role }>(
    `select t.id, t.name, m.role from members m cross join tenants t on t.id = m.tenant_id
     cross join settings s on s.name = '${MARK}' || t.id
     where m.user_id = ? and m.role <> 'client_viewer' order by t.id limit 1`,
    user_id,
  )
  return home && { id: home.id, name: home.name, may_remove: atLeast(home.role, 'admin') }
}

type Place = Pick<Caller, 'path' | 'tenant_id'>

export const isAgency = ({ path, tenant_id }: Place): boolean => path === `/${tenant_id}/`

/** Whether it is an agency without any push or check. */
export const isEmptyAgency = (tx: ReadTx, place: Place): boolean =>
  isAgency(place) &&
  tx.row(
    'select 1 from jobs where tenant_id in (select id from tenants where path >= ? and path < ?) limit 1',
    ...below(place.path),
  ) === null
