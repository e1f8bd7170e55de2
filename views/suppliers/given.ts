/** Reads the form of a supplier or an engine; refusals appear at the fields of the form that was sent. */
import { engineFields, SLOT_ADAPTERS } from '../../src/domains/checks/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import { RouteFields } from '../../src/domains/providers/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { filled, issuesOfPart } from '../parts/forms/filled.ts'
import { issuesIn } from '../refused.ts'
import type { SentForm, Wants } from './props.ts'

export const wantsOf = ({ app }: SignedInCall): Wants =>
  Object.fromEntries([...app.engines].map(([name, { secrets }]) => [name, secrets]))

export const routeGiven = ({ form }: SignedInCall, fields: readonly string[]) => filled(RouteFields, form, fields)

export const engineGiven = ({ form }: SignedInCall, slot: EngineSlot, fields: readonly string[]) =>
  filled(engineFields(SLOT_ADAPTERS[slot]), form, fields)

/** The form named so as it was sent, with what `part` of the operation's input was refused for; secrets are not sent back. */
export function sentOf({ form }: SignedInCall, name: string, part = '', refusal?: unknown): SentForm {
  const { login: _, password: __, api_key: ___, service_account: ____, ...values } = form
  const found = refusal === undefined ? [] : issuesIn(refusal, ['conflict', 'upstream_unavailable'])
  return { form: name, values, issues: issuesOfPart(found, part) }
}
