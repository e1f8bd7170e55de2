import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { ApiEquivalent, ApiEquivalentOfDialog, askHref } from '../../api-equivalent/api-equivalent.tsx'
import type { Child } from '../../jsx/elements.ts'
import { Button, LinkButton } from '../button.tsx'
import { Say } from '../text/say.tsx'
import { type Fields, Hidden } from './post.tsx'

/** A question before an act. */
export type Question = {
  title: string
  body: string
  /** Consequences, one a line, above the body. */
  points?: readonly string[]
  verb: string
  /** The act is impossible: the address of another one, which the button opens. */
  instead?: string
  /** Word to type before the button works. */
  word?: string
  tone?: 'danger' | 'plain'
}

type ConfirmProps = Question & {
  /** A page that asks the same question; a POST to its address does the act. */
  href: string
  class?: string
  children?: Child
}

/** A link to a confirm page. With JavaScript a dialog asks the question over this page. */
export const ConfirmLink = ({
  href,
  title,
  body,
  points,
  verb,
  word,
  tone = 'danger',
  class: kind,
  children,
}: ConfirmProps) => (
  <a
    class={kind ?? 'btn'}
    href={href}
    data-do="confirm"
    data-title={title}
    data-body={body}
    data-points={points?.join('\n')}
    data-verb={verb}
    data-word={word}
    data-tone={tone}
    data-asks={askHref(href)}
  >
    {children}
  </a>
)

/**
 * The one confirm dialog; app.js fills it in. It is outside main, so that Back does not remove it. Enter presses the
 * first submit button, so the act comes first.
 */
export const ConfirmDialog = ({ to }: { to: Reader }) => (
  <dialog id="confirm" aria-labelledby="confirm-title">
    <form method="post">
      <div class="body">
        <h2 id="confirm-title">{say(to, 'Are you sure?')}</h2>
        <ul class="points" hidden></ul>
        <p class="text"></p>
        <label class="typed field" hidden>
          <span>
            <Say to={to} text="Type <b>{word}</b> to go on" values={{ word: '' }} />
          </span>
          <input class="input" name="confirm" autocomplete="off" disabled />
        </label>
      </div>
      <footer>
        <Button type="button" data-do="close" label={say(to, 'Cancel')} />
        <Button class="btn danger go" label={say(to, 'Continue')} />
        <ApiEquivalentOfDialog to={to} />
      </footer>
    </form>
  </dialog>
)

/** An act that is impossible, and the one that is offered instead. */
const Instead = ({
  to = ENGLISH,
  body,
  verb,
  instead,
  back,
}: Question & { to?: Reader; instead: string; back: string }) => (
  <div class="card">
    <div class="body">
      <p>{body}</p>
      <div class="row">
        <LinkButton class="btn primary" href={instead} label={verb} />
        <LinkButton href={back} label={say(to, 'Cancel')} />
      </div>
    </div>
  </div>
)

type AskProps = Question & { to?: Reader; href: string; back: string; fields?: Fields }

/** The same question as a page, for a browser without JavaScript. */
export const ConfirmForm = (props: AskProps) =>
  props.instead ? <Instead {...props} instead={props.instead} /> : <AskForm {...props} />

const AskForm = ({ to = ENGLISH, ...props }: AskProps) => (
  <form method="post" action={props.href} class="card">
    <Hidden fields={props.fields ?? {}} />
    <div class="body">
      {props.points && (
        <ul class="points">
          {props.points.map((point) => (
            <li>{point}</li>
          ))}
        </ul>
      )}
      <p>{props.body}</p>
      {props.word && (
        <div class="field">
          <label for="confirm-word">
            <Say to={to} text="Type <b>{word}</b> to go on" values={{ word: props.word }} />
          </label>
          <input class="input" id="confirm-word" name="confirm" autocomplete="off" required />
        </div>
      )}
    </div>
    <footer>
      <LinkButton href={props.back} label={say(to, 'Cancel')} />
      <button type="submit" class={['btn', props.tone === 'plain' ? 'primary' : 'danger']}>
        {props.verb}
      </button>
      <ApiEquivalent to={to} of={props.href} />
    </footer>
  </form>
)

export type Key = { keys: string; does: string }

/** Keyboard help, opened by `?`. */
export const HelpDialog = ({ to, keys }: { to: Reader; keys: readonly Key[] }) => (
  <dialog id="help" aria-labelledby="help-title">
    <form method="dialog">
      <div class="body">
        <h2 id="help-title">{say(to, 'Keyboard')}</h2>
        <dl class="keys">
          {keys.map((key) => (
            <>
              <dt>
                <kbd>{key.keys}</kbd>
              </dt>
              <dd>{key.does}</dd>
            </>
          ))}
        </dl>
      </div>
      <footer>
        <Button icon="x" label={say(to, 'Close')} />
      </footer>
    </form>
  </dialog>
)
