/** Deletes a push or a check: the question, and the list after it. */
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import { zoneOf } from '../shell.tsx'
import type { Job } from './shapes.ts'

export function questionOfDelete(to: Reader, { name, type, link_count }: Job): Question {
  const [title, verb] =
    type === 'check'
      ? [say(to, 'Delete this check?'), say(to, 'Delete check')]
      : [say(to, 'Delete this push?'), say(to, 'Delete push')]
  return {
    title,
    points: [
      say(to, '{name} and its {n, plural, one {# link result} other {# link results}} are removed.', {
        ...{ name, n: link_count },
      }),
      say(to, 'Credits already used are not affected.'),
    ],
    body: say(to, 'This cannot be undone.'),
    verb,
  }
}

export const deleted = (call: SignedInCall): Response =>
  goTo(`${call.base}/jobs`, { text: say(zoneOf(call), 'Deleted.') })
