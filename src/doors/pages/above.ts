/** Asks beyond the caller of a page: a page of a client reaches this client alone. */
import type { TObject } from 'typebox'
import type { Reader } from '../../kernel/language/reader.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { invoke } from '../../kernel/operation/invoke.ts'
import { changes, type Operation } from '../../kernel/operation/operation.ts'
import { visitorAt } from '../admit.ts'
import { readFormInput } from './parse-query.ts'
import type { Call, FormInput, SignedInCall } from './screens.ts'

export type Ask = <I extends TObject, A>(operation: Operation<I, A>, asked: FormInput<I>) => Promise<A>

/** `to`: for whom the stored sentences of answers are drawn; English unless given. */
export const askAs =
  ({ app, request, visit }: Pick<Call, 'app' | 'request' | 'visit'>, caller: Caller, to?: Reader): Ask =>
  async (operation, asked) => {
    const given = { ip: visit.ip, request_id: visit.id, door: 'page' as const, signal: request.signal }
    const reader = to && !changes(operation) ? { to } : {}
    const { data } = await invoke(app, operation, caller, { ...readFormInput(operation, asked), ...given, ...reader })
    return data as never
  }

/** Asks from the highest workspace, the page's own or one above it, where the person may act. */
export async function askAbove(call: SignedInCall): Promise<Ask> {
  for (const id of call.caller.path.split('/').slice(1, -2)) {
    const { caller } = (await visitorAt(call, id)) ?? {}
    if (caller && call.caller.path.startsWith(caller.path)) return askAs(call, caller, call.site.readerOf(call))
  }
  return call.call
}
