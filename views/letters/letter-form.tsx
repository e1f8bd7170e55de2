/** A letter to people of a client: who gets it, its words to edit, and Send; Copy where no mail server is set up. */

import { ENGLISH, languageOf, type Reader } from '../../src/kernel/language/reader.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getEmailRecipients } from '../../src/operations/tenants/letters.ts'
import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import type { Child } from '../jsx/elements.ts'
import { unfolds } from '../kit/unfold.ts'
import { Button, LinkButton } from '../parts/button.tsx'
import { Field } from '../parts/forms/field.tsx'
import { errorAt, type Issue } from '../parts/forms/form.tsx'
import { FormError } from '../parts/forms/form-error.tsx'
import { Help } from '../parts/forms/help.tsx'
import { type Fields, Hidden } from '../parts/forms/post.tsx'
import { ONCE } from '../parts/hx.ts'
import { many } from '../parts/text/format.ts'
import { mailto } from '../parts/text/mailto.ts'
import { NoServer, To } from './recipients.tsx'

type Recipients = AnswerOf<typeof getEmailRecipients>

export type LetterProps = {
  action: string
  recipients: Recipients
  /** Ticked addresses, and others as they were typed. */
  to: readonly string[]
  others: string
  subject: string
  text: string
  /** Hidden fields: the subject of the letter on this install. */
  about: Fields
  from: string
  /** Page where a mail server is set up, for the operator. */
  setup: string | null
  issues?: readonly Issue[] | undefined
}

export const LetterForm = (props: LetterProps) => {
  const { action, recipients, issues = [], about, subject, text } = props
  return (
    <form method="post" action={action} class="form letter" id="letter" {...ONCE}>
      {issues.length > 0 && <FormError issues={issues} loose={issues.filter(({ path }) => path === '')} />}
      <Hidden fields={about} />
      {!recipients.configured && (
        <NoServer setup={props.setup}>Copy this letter, or open it in your mail program.</NoServer>
      )}
      <To
        people={recipients.people}
        none={`${recipients.tenant_name} has no people and no recipients of reports yet.`}
        to={props.to}
        error={errorAt(issues, 'to')}
      >
        {recipients.others_left > 0 && <Others left={recipients.others_left} typed={props.others} />}
      </To>
      <Field name="subject" id="letter-subject" label="Subject" error={errorAt(issues, 'subject')}>
        {(control) => <input class="input" {...control} value={subject} required maxlength="150" />}
      </Field>
      <Field name="text" id="letter-text" label="Text" hint={props.from} error={errorAt(issues, 'text')}>
        {(control) => (
          <textarea class="input" {...control} required rows="12" maxlength="5000">
            {text}
          </textarea>
        )}
      </Field>
      <div class="actions">
        {recipients.configured ? <Button class="btn primary" icon="send" label="Send" /> : <ByHand {...props} />}
        <ApiEquivalent of={action} />
        <Help of={action} />
      </div>
    </form>
  )
}

const Others = ({ left, typed }: { left: number; typed: string }) => (
  <Field
    name="others"
    id="letter-others"
    label="Other addresses"
    hint={`Separate them with commas. You can write to ${many(left, 'other address', 'other addresses')} today.`}
  >
    {(control) => <input class="input" {...control} value={typed} maxlength="2000" inputmode="email" />}
  </Field>
)

/** Text in an address: mail programs refuse longer `mailto` links. */
const MOST_TEXT = 1500

const ByHand = ({ to, others, subject, text }: LetterProps) => {
  const addresses = [...to, ...addressesIn(others)]
  const body = (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text).replaceAll('\n', '\r\n')
  return (
    <>
      <Button
        type="button"
        class="btn primary js-only"
        data-do="copy"
        data-from="letter-text"
        icon="copy"
        label="Copy"
      />
      <LinkButton href={mailto(addresses, { subject, body })} icon="mail" label="Open in mail program" />
    </>
  )
}

/** Addresses in a line, as people separate them. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

type LetterLinkProps = { href: string; at: string; class?: string; label: Child; of?: Child }

/** Opens a letter in its place on the page (`LetterPlace`); without JavaScript, as a page. */
export const LetterLink = ({ href, at, class: kind = 'btn small', label, of }: LetterLinkProps) => (
  <LinkButton class={kind} href={href} icon="mail" label={label} of={of} {...unfolds(href, '#letter', at)} />
)

/** Forms of letters are in English yet. */
export const LetterPlace = ({ at, to = ENGLISH }: { at: string; to?: Reader }) => (
  <div id={at} class="letter-place" lang={languageOf(to) === 'en' ? undefined : 'en'} hidden></div>
)
