/** Stored sentences in answers: in English for programs, in the language of the reader for pages. */
import { ENGLISH, type Reader } from './reader.ts'
import { type Stored, sayStored, unpackSaid } from './say.ts'

let reader = ENGLISH

/** Does work that ends before anything else begins, with its stored sentences in the language of a reader. */
export function writtenFor<T>(to: Reader, work: () => T): T {
  reader = to
  try {
    return work()
  } finally {
    reader = ENGLISH
  }
}

/** Text that is no stored sentence is kept: a label may equal a text of ours. */
export function written(item: unknown): string {
  const stored = typeof item === 'string' ? unpackSaid(item) : (item as Stored)
  return typeof stored === 'string' ? stored : sayStored(reader, stored)
}
