/** Examples call things by words, `job_guestposts`; documents show ids as the server makes them. */

/** When the examples' things were made: the first 48 bits of a UUIDv7. */
const MADE = Date.UTC(2026, 10, 2, 9).toString(16).padStart(12, '0')

/** The id of an example's object with this name: the same one everywhere. Sessions are named by a hash. */
export function exampleId(word: string): string {
  const hash = Bun.SHA256.hash(word, 'hex')
  if (word.startsWith('ses_')) return hash
  return [MADE.slice(0, 8), MADE.slice(8), `7${hash.slice(0, 3)}`, `a${hash.slice(3, 6)}`, hash.slice(6, 18)].join('-')
}

const FIELD = /^([a-z]?ids?|.*_ids?)$/
const WORD = /^[a-z]{3}(_[a-z]+)+$/

/** An example's input with ids in place of words. */
export const withIds = <T>(input: T): T =>
  JSON.parse(JSON.stringify(input), (field, value) =>
    FIELD.test(field) && typeof value === 'string' && WORD.test(value) ? exampleId(value) : value,
  )
