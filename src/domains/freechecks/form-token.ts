/** A check against programs that costs people nothing: a form is signed when it is drawn, and nobody fills one in at once. */
import type { Install } from '../../kernel/app.ts'
import { between, HOUR, SECOND, type Time } from '../../kernel/clock.ts'

const PLACE = 'free_checks:form:'
const LEAST = 1.5 * SECOND
const MOST = 12 * HOUR

/** The name of the field that people do not see. Programs fill in whatever has a name like that. */
export const LURE = 'website'

/** What goes along with a form, unseen. */
export const signForm = ({ sealer }: Pick<Install, 'sealer'>, now: Time): string => sealer.seal(now, PLACE)

/** Whether a form was drawn here, a moment ago and not days, and sent by somebody who sees what is shown. */
export function isFromPerson(app: Pick<Install, 'sealer'>, form: Record<string, string>, now: Time): boolean {
  const age = ageOf(app, form.token ?? '', now)
  return !form[LURE] && age !== null && age >= LEAST && age <= MOST
}

function ageOf({ sealer }: Pick<Install, 'sealer'>, token: string, now: Time): number | null {
  try {
    return between(sealer.open(token, PLACE), now)
  } catch {
    return null
  }
}
