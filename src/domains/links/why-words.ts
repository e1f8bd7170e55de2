/** The API gives the reasons of a link as English text; for a reader, our sentences are found in it. */
import { type Said, type Stored, said } from '../../kernel/language/say.ts'
import { causeTexts } from '../checks/index.ts'

type Groups = Readonly<Record<string, string>>

const OURS: readonly [RegExp, (found: Groups) => Said | null][] = [
  [
    /^Google: (?<says>.+?)(?:: (?<page>https?:\S+))?\.$/,
    ({ says = '', page }) => {
      if (!causeTexts.includes(says)) return null
      return page === undefined
        ? said('Google: {says}.', { says: [says] })
        : said('Google: {says}: {page}.', { says: [says], page })
    },
  ],
  [
    /^Its last visit was on (?<day>[\d-]+)(?<before>, before the push)?\. (?<act>.+)$/,
    ({ day = '', before, act = '' }) =>
      before === undefined
        ? said('Its last visit was on {day}. {act}', { day, act: [act] })
        : said('Its last visit was on {day}, before the push. {act}', { day, act: [act] }),
  ],
  [
    /^(?<found>\d+) of (?<all>\d+) other pages in (?<folder>.+) of this push are indexed\.$/,
    ({ found, all = '', folder = '' }) =>
      said('{found} of {all} other pages in {folder} of this push are indexed.', {
        ...{ found: Number(found), all: Number(all), folder },
      }),
  ],
  [
    /^(?<found>\d+) of (?<all>\d+) other pages in (?<folder>.+) of this push are indexed, so the section is not the cause\.$/,
    ({ found, all = '', folder = '' }) =>
      said('{found} of {all} other pages in {folder} of this push are indexed, so the section is not the cause.', {
        ...{ found: Number(found), all: Number(all), folder },
      }),
  ],
]

/** Other text stays as it is, or is a text of today. */
export function whySaid(text: string): Stored {
  for (const [pattern, sentence] of OURS) {
    const found = pattern.exec(text)
    const words = found && sentence(found.groups ?? {})
    if (words) return words
  }
  return text
}
