/** The links of a file that was chosen, or of a copied part of a web page, for the list of the form. */
import { inWords, readList, textOfFile } from '../../src/domains/preflight/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { many } from '../parts/text/format.ts'
import { MOST_ENTRIES, MOST_LETTERS } from './parse-list.ts'

/** Answers the links, one a line, and how the file was read; or why it was not. */
export async function readFile({ form }: SignedInCall): Promise<Response> {
  const bytes = Buffer.from(form.file ?? '', 'base64')
  if (bytes.length > MOST_LETTERS) return refused('is larger than 8 MB: split it into shorter lists')
  const file = await textOfFile(bytes)
  if ('refused' in file) return refused(file.refused)
  const { entries, reading } = await readList(file.text, MOST_ENTRIES)
  if (entries.length > MOST_ENTRIES) return refused('has more than 50,000 entries: split it into shorter lists')
  // Lines without a link are counted in the words; a word that is no address is shown, to be completed.
  const lines = entries.flatMap(({ given, reason }) => (reason === undefined ? [given] : []))
  const links = lines.filter((line) => /^https?:/i.test(line)).length
  const how = inWords(reading)
  if (links === 0) return refused(how && reading.from ? `contains no link. ${how}` : 'contains no link')
  const words = [`${many(links, 'link')} added.`, how].filter(Boolean).join(' ')
  return Response.json({ links: lines.join('\n'), words })
}

const refused = (why: string): Response => Response.json({ refused: why })
