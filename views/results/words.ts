/** Rows of the results in words. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import type { By } from './props.ts'

export const ROW_WORDS = {
  client: { by: text('By client'), label: text('Results by client'), more: text('More clients') },
  host: { by: text('By host'), label: text('Results by host'), more: text('More hosts') },
  supplier: { by: text('By supplier'), label: text('Results by supplier'), more: text('More suppliers') },
} satisfies Record<By, object>

/** `3 more clients`. */
export function moreOf(by: By, n: number, to: Reader): string {
  if (by === 'client') return say(to, '{n, plural, one {# more client} other {# more clients}}', { n })
  if (by === 'host') return say(to, '{n, plural, one {# more host} other {# more hosts}}', { n })
  return say(to, '{n, plural, one {# more supplier} other {# more suppliers}}', { n })
}
