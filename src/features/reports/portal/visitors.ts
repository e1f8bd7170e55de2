/** The public page of a workspace: its address opens this workspace alone, with the rights of a viewer. */
import type { TObject } from 'typebox'
import { isShownOn } from '../../../doors/custom-domain.ts'
import { readFormInput } from '../../../doors/pages/parse-query.ts'
import type { Call, FormInput, SignedInCall } from '../../../doors/pages/screens.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { notFound } from '../../../kernel/operation/fault.ts'
import { invoke } from '../../../kernel/operation/invoke.ts'
import type { Operation } from '../../../kernel/operation/operation.ts'
import { networkOf } from '../../../kernel/web-fetch/addresses.ts'
import { monthUrl, type PortalFound, portalAt } from '../index.ts'

/** Visits of one visitor, and of all. One visitor is refused before they count for all, so nobody uses these up alone. */
const PER_MINUTE_FROM = 30
const PER_MINUTE = 1200

export type Ask = <I extends TObject, A>(operation: Operation<I, A>, asked: FormInput<I>) => Promise<A>

export type Portal = PortalFound & { ask: Ask; reportUrl(month: string): string | null }

/** @throws Fault not_found, and rate_limited with when it is worth trying again */
export function openPortalPage({ app, request, visit, params }: Call): Portal {
  const token = params.token ?? ''
  const found = app.db.read((tx) => portalAt(tx, token))
  if (!found || !isShownOn(app, request.headers.get('host'), found.path)) throw notFound('page')
  app.limits.take(`portal from ${visit.ip ? networkOf(visit.ip) : 'nowhere'}`, PER_MINUTE_FROM, null)
  app.limits.take(`portal of ${found.tenant_id}`, PER_MINUTE, null)
  const caller = readerOf(found)
  return {
    ...found,
    reportUrl: (month) => app.db.read((tx) => monthUrl(tx, app, found.tenant_id, month)),
    ask: askAs({ app, request, visit }, caller),
  }
}

/** Asks as a reader of the visitor's client: the portal shows the same to all its people, whatever else they may see. */
export const askAsReader = (call: SignedInCall): Ask =>
  askAs(call, { ...call.caller, role: 'client_viewer', platform: false })

export const askAs =
  ({ app, request, visit }: Pick<Call, 'app' | 'request' | 'visit'>, caller: Caller): Ask =>
  async (operation, asked) => {
    const given = { ip: visit.ip, request_id: visit.id, door: 'page' as const, signal: request.signal }
    const { data } = await invoke(app, operation, caller, { ...readFormInput(operation, asked), ...given })
    return data as never
  }

const readerOf = ({ tenant_id, path }: PortalFound): Caller => ({
  via: 'system',
  user_id: null,
  key_id: null,
  label: 'portal',
  tenant_id,
  path,
  role: 'client_viewer',
  platform: false,
  daily_credit_cap: null,
  approved: true,
})
