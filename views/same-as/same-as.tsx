/** “Same as API”: how an act is done by a program, beside the act. */
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { Code } from '../docs/code.tsx'
import { operationHref } from '../docs/reference.tsx'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import type { Line } from './lines.ts'

type Named = Pick<AnyOperation, 'name'>
type Known = Readonly<Record<string, string>>

/** Where acts are told of, with what is known of them already; `here` is any address of the workspace. */
export const sameAs = (here: string, operations: readonly Named[], known: Known = {}): string => {
  const query = new URLSearchParams(known)
  const base = here.split('/', 4).join('/')
  return `${base}/same-as/${operations.map(({ name }) => name).join('+')}${query.size ? `?${query}` : ''}`
}

const INTO = { target: '#same-as-lines', swap: 'innerHTML' } as const

/** In a form: tells of its act with the values as they stand. A page of its own without JavaScript. */
export const SameAsForm = ({ href }: { href: string }) => (
  <button type="submit" class="btn ghost small" formaction={href} formnovalidate {...hx({ post: href, ...INTO })}>
    <Icon name="plug-zap" />
    Same as API
  </button>
)

/** Beside acts that ask for nothing. */
export const SameAsLink = ({ href }: { href: string }) => (
  <a class="btn ghost" href={href} {...hx({ get: href, ...INTO })}>
    <Icon name="plug-zap" />
    Same as API
  </a>
)

export type Told = { name: string; summary: string; lines: readonly Line[]; note?: string }

/** What opens: each act with its doors. The key is in the environment, never here. */
export const SameAsLines = ({ acts }: { acts: readonly Told[] }) => (
  <div class="stack">
    {acts.map(({ name, summary, lines, note }, at) => (
      <section class="stack" aria-label={name}>
        <p>
          <b>{summary}</b>
        </p>
        {note && <p class="hint">{note}</p>}
        {lines.map(({ door, text }) => (
          <div>
            <p class="label-like">{door}</p>
            <Code id={`same-${at}-${door.split(' ')[0]!.toLowerCase()}`} label={`${name}, ${door}`} text={text} />
          </div>
        ))}
        <p class="hint">
          <a href={operationHref(name)}>{`Reference of ${name}`}</a>
        </p>
      </section>
    ))}
    <p class="hint">
      The key is read from the environment: <code>SIGNALPOST_KEY</code>.
    </p>
  </div>
)

/** Where it opens over a page. */
export const SameAsDialog = () => (
  <dialog id="same-as" aria-labelledby="same-as-title">
    <div class="body">
      <h2 id="same-as-title">Same as API</h2>
      <div id="same-as-lines"></div>
    </div>
    <footer>
      <button type="button" class="btn" data-do="close">
        Close
      </button>
    </footer>
  </dialog>
)
