/** Protection against bots without a puzzle: the form is signed, must not come back at once, and counts once. */

import type { Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { addToDay } from '../../kernel/scheduling/limits.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { between, dayOf, HOUR, SECOND, type Time } from '../../kernel/time/clock.ts'

const PLACE = 'free_checks:form:'
const LEAST = 1.5 * SECOND
const MOST = 12 * HOUR

/** The name of the field that people do not see. Bots fill in any field with such a name. */
export const LURE = 'website'

/** A form that this install rendered and a person sent. */
export type SentForm = { id: string; drawn_at: Time }

export const signForm = ({ sealer }: Pick<Install, 'sealer'>, now: Time): string =>
  sealer.seal(`${now} ${newId()}`, PLACE)

/** The form if it was rendered some seconds to hours ago and its hidden field is empty; null for a bot. */
export function personsForm(app: Pick<Install, 'sealer'>, form: Record<string, string>, now: Time): SentForm | null {
  const sent = form[LURE] ? null : openToken(app, form.token ?? '')
  if (!sent) return null
  const age = between(sent.drawn_at, now)
  return age >= LEAST && age <= MOST ? sent : null
}

/** Marks a form as used, among the counters of the day it was rendered; false when it was used before. */
export const useForm = (tx: Tx, { id, drawn_at }: SentForm): boolean =>
  addToDay(tx, `free_check_form:${id}`, dayOf(drawn_at), 1) === 1

function openToken({ sealer }: Pick<Install, 'sealer'>, token: string): SentForm | null {
  try {
    const [drawn_at = '', id] = sealer.open(token, PLACE).split(' ')
    return id ? { id, drawn_at } : null
  } catch {
    return null
  }
}
