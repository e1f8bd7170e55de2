/** The answer to an accepted order, which the page of its job shows. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { inARow, say } from '../../src/kernel/language/say.ts'
import { type Bill, type OrderKind, PUSH } from './order.ts'

/** `31 links accepted, left out: 2 flagged, 4 in the list twice. You can close this page.` */
export function acceptedWords(to: Reader, kind: OrderKind, n: number, { skipped, duplicates, invalid }: Bill): string {
  const parts = [
    ...(skipped ? [say(to, '{n, plural, one {# flagged} other {# flagged}}', { n: skipped })] : []),
    ...(duplicates
      ? [say(to, '{n, plural, one {# in the list twice} other {# in the list twice}}', { n: duplicates })]
      : []),
    ...(invalid ? [say(to, '{n, plural, one {# that is no URL} other {# that are no URL}}', { n: invalid })] : []),
  ]
  const left = inARow(to, parts)
  const taken =
    kind === PUSH
      ? left
        ? say(to, '{n, plural, one {# link} other {# links}} accepted, left out: {left}.', { n, left })
        : say(to, '{n, plural, one {# link} other {# links}} accepted.', { n })
      : left
        ? say(to, '{n, plural, one {# link is} other {# links are}} being checked, left out: {left}.', { n, left })
        : say(to, '{n, plural, one {# link is} other {# links are}} being checked.', { n })
  return `${taken} ${say(to, 'You can close this page.')}`
}
