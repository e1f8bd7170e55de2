/** API equivalent: how a program does an act, shown beside the act. */
import { SAME_AS } from '../../src/doors/pages/web.ts'
import { ENGLISH, languageOf, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { Code } from '../docs/code.tsx'
import { operationHref } from '../docs/reference.tsx'
import { Button } from '../parts/button.tsx'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import type { EquivalentLine } from './lines.ts'

const INTO = { target: '#api-equivalent-lines', swap: 'innerHTML', sync: 'this:drop' } as const

/** Forms without an API equivalent, and why. */
export const WITHOUT_EQUIVALENT: readonly (readonly [RegExp, string])[] = [
  [/\/account\/(password|email|delete)$/, 'a password goes into no line that is copied'],
  [/\/webhooks\/verify$/, 'a secret goes into no line that is copied'],
  [/\/(identities\/[^/]+\/connect|sso\/[^/]+\/try)$/, 'this leads a person to an identity provider'],
  [/\/platform\/view\//, "'view as' is for people: a program has its own key"],
  [/\/setup\//, 'done once, by a person, before there is a key'],
  [/\/branding\/logo$/, 'a picture goes into no line that is copied'],
  [/\/jobs\/[^/]+\/undo$/, 'it is over in seconds; a program cancels'],
]

/** Address of the API equivalent of a form that posts to `action`; null when it has none. */
export const askHref = (action: string): string | null =>
  /^\/app\/(w|platform)\//.test(action) && !WITHOUT_EQUIVALENT.some(([address]) => address.test(action))
    ? `${action}${action.includes('?') ? '&' : '?'}${SAME_AS}=api`
    : null

/**
 * API equivalent with the current values of a form. It comes after the act, so that Enter presses the act. Without
 * JavaScript it opens as a page.
 */
export function ApiEquivalent({ to = ENGLISH, of, short }: { to?: Reader | undefined; of: string; short?: boolean }) {
  const label = say(to, 'API equivalent')
  const href = askHref(of)
  if (href === null) return null
  return (
    <button
      type="submit"
      class={['btn ghost small asks', short && 'square']}
      title={short ? label : undefined}
      formaction={href}
      formnovalidate
      {...hx({ post: href, ...INTO })}
    >
      <Icon name="plug-zap" />
      {short ? <span class="vh">{label}</span> : label}
    </button>
  )
}

/** The button in the confirm dialog, which fills in the address. */
export const ApiEquivalentOfDialog = ({ to }: { to: Reader }) => (
  <Button
    class="btn ghost small asks"
    hidden
    {...hx({ post: '', ...INTO })}
    icon="plug-zap"
    label={say(to, 'API equivalent')}
  />
)

type EquivalentProps = {
  name: string
  summary: string
  person: boolean
  lines: readonly EquivalentLine[]
  note?: string | undefined
  /** Number of the call, when an act takes several. */
  step?: number | null
}

/** An act and its API equivalents. The lines read the key from the environment and never contain it. */
export const ApiEquivalentLines = ({ name, summary, person, lines, note, step }: EquivalentProps) => (
  <section class="stack" aria-label={name}>
    <p>
      <b>{step ? `${step}. ${summary}` : summary}</b>
    </p>
    {note && <p class="hint">{note}</p>}
    {person && <p>Only a signed-in person can do this, on this page. API keys and apps cannot.</p>}
    {lines.map(({ way, text }) => (
      <div>
        <p class="label-like">{way}</p>
        <Code
          id={`equivalent-${step && step > 1 ? `${step}-` : ''}${way.split(' ')[0]!.toLowerCase()}`}
          label={`${name}, ${way}`}
          text={text}
        />
      </div>
    ))}
    {lines.length > 0 && (
      <p class="hint">
        The key is read from the environment: <code>SIGNALPOST_KEY</code>.
      </p>
    )}
    <p class="hint">
      <a href={operationHref(name)}>{`Reference of ${name}`}</a>
    </p>
  </section>
)

/** The dialog that shows API equivalents. */
export const ApiEquivalentDialog = ({ to }: { to: Reader }) => (
  <dialog id="api-equivalent" aria-labelledby="api-equivalent-title">
    <div class="body">
      <h2 id="api-equivalent-title">{say(to, 'API equivalent')}</h2>
      <div id="api-equivalent-lines" lang={languageOf(to) === 'en' ? undefined : 'en'}></div>
    </div>
    <footer>
      <Button type="button" data-do="close" label={say(to, 'Close')} />
    </footer>
  </dialog>
)
