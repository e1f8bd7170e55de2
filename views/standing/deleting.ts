/** The question before a standing push is deleted. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Question } from '../parts/forms/dialogs.tsx'

export function DELETING(to: Reader): Question {
  return {
    title: say(to, 'Delete this standing push?'),
    points: [
      say(to, 'The source is no longer watched, and its list of known links is deleted.'),
      say(to, 'Deploy hooks that run it are paused.'),
      say(to, 'Its pushes stay.'),
    ],
    body: say(to, 'This cannot be undone.'),
    verb: say(to, 'Delete standing push'),
  }
}
