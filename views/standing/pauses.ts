/** Why a standing push is paused, and what helps. */
import type { Pause } from '../../src/features/standing/index.ts'
import { text } from '../../src/kernel/language/say.ts'

export const PAUSE_WORDS: Record<Pause, string> = {
  person: text('Paused by a person.'),
  failing: text('Paused after seven days of failures.'),
  gone: text('Paused: the source is gone for good.'),
  other_document: text('Paused: the address is a page now, not a source.'),
  moved: text('Paused: the source redirects to another host.'),
  plan: text('Paused: the plan has no standing pushes.'),
}

/** Next step after each kind of pause. */
export const NEXT_WORDS: Record<Pause, string> = {
  person: text('Resume it to push new links again.'),
  failing: text('Repair the source, then resume.'),
  gone: text('Add the new address as a source, or resume when it is there again.'),
  other_document: text('Add the address of the sitemap or feed as a source.'),
  moved: text('Add the new address as a source.'),
  plan: text('Change the plan, then resume.'),
}
