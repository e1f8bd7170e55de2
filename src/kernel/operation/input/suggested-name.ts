/** Finds the name that was misspelt. */

/** Words of other programs. */
const SYNONYMS: Readonly<Record<string, string>> = {
  dryrun: 'estimate',
  simulate: 'estimate',
  preview: 'estimate',
  limit: 'page_size',
  perpage: 'page_size',
  maxcost: 'max_credits',
  budget: 'max_credits',
  links: 'urls',
  workspace: 'tenant_id',
  workspaceid: 'tenant_id',
  client: 'tenant_id',
  clientid: 'tenant_id',
  sep: 'separator',
  delimiter: 'separator',
  delim: 'separator',
}

/**
 * The one of `names` that is meant: the same letters in another case or with other separators, the same words in another
 * order, one or two letters off, or the usual word of other programs.
 */
export function meantName(given: string, names: readonly string[]): string | undefined {
  if (given.length > LONGEST) return undefined
  const plain = plainOf(given)
  const words = wordsOf(given)
  const most = plain.length < 4 ? 0 : plain.length < 8 ? 1 : 2
  const synonym = SYNONYMS[plain]
  return (
    names.find((name) => plainOf(name) === plain || wordsOf(name) === words) ??
    names.find((name) => isWithin(plainOf(name), plain, most) || isOneMore(plainOf(name), plain)) ??
    names.find((name) => name === synonym)
  )
}

/** The refusal of a name, with the right one where it can be seen. */
export function unknownField(given: string, names: readonly string[]): string {
  const meant =
    meantName(given, names) ?? (given.length > 2 ? names.find((name) => name.split('_').includes(given)) : undefined)
  return `is not a known field${meant ? `: did you mean ${meant}?` : ''}`
}

const LONGEST = 64

const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .sort()
    .join(' ')

/** `url` for `urls`. */
const isOneMore = (a: string, b: string): boolean => b.length > 2 && (a === `${b}s` || b === `${a}s`)

/** Whether at most `most` letters differ, are missing, too many or swapped with their neighbour. */
function isWithin(a: string, b: string, most: number): boolean {
  if (most === 0 || Math.abs(a.length - b.length) > most) return false
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]! <= most
}
