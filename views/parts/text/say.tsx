import type { Drawn, Values } from '../../../src/kernel/language/message.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { drawnFor, type Given, type Said, type ValuesOf } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'

/** How to draw a tag of a text. */
export type Tags = Readonly<Record<string, (inner: Child) => Child>>

type SayProps<T extends string> = { to: Reader; text: string extends T ? never : T; tags?: Tags } & (Given<T> extends []
  ? { values?: undefined }
  : { values: ValuesOf<T> })

/** A sentence with parts in bold, or with links. Values are text, never markup. */
export const Say = <T extends string>({ to, text, values, tags }: SayProps<T>) => (
  <>{tagged(drawnFor(to, text, (values ?? {}) as Values), tags)}</>
)

export const SaidText = ({ to, of }: { to: Reader; of: Said }) => <>{tagged(drawnFor(to, ...of))}</>

const tagged = (drawn: Drawn, tags: Tags = {}): Child[] =>
  drawn.map((part) => {
    if (typeof part === 'string') return part
    const inner = tagged(part.inner, tags)
    return tags[part.tag]?.(inner) ?? (part.tag === 'b' ? <b>{inner}</b> : inner)
  })
