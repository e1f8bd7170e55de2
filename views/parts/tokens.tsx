/** People or addresses in a line: each can be removed, and others are proposed. */
import type { Child } from '../jsx/elements.ts'
import type { Question } from './forms/dialogs.tsx'
import { ConfirmLink } from './forms/dialogs.tsx'
import { type Fields, Post } from './forms/post.tsx'
import { Icon } from './icon.tsx'
import { initials } from './text/format.ts'
import { Name } from './text/name.tsx'
import type { StatusWord } from './text/words.ts'

export type TokenOf = {
  name: string
  title?: string
  /** Beside the name, where something is wrong or missing. */
  state?: StatusWord | undefined
  href?: string
  /** The act behind its cross; with a question, the page that asks it. */
  remove?: { action: string; fields?: Fields; question?: Question } | undefined
}

export const Tokens = ({ tokens, children }: { tokens: readonly TokenOf[]; children?: Child }) => (
  <div class="toks">
    {tokens.map((token) => (
      <Token {...token} />
    ))}
    {children}
  </div>
)

const Token = ({ name, title, state, href, remove }: TokenOf) => (
  <span class={['tok', !remove && 'solo', state?.tone]} title={title}>
    <span class="face" aria-hidden="true">
      {initials(name)}
    </span>
    {href ? (
      <a class="clip" href={href}>
        <Name of={name} />
      </a>
    ) : (
      <Name of={name} />
    )}
    {state && <small>{state.word}</small>}
    {remove && <Cross {...remove} of={name} />}
  </span>
)

const Cross = ({ action, fields, question, of }: NonNullable<TokenOf['remove']> & { of: string }) =>
  question ? (
    <ConfirmLink href={action} {...question} class="x">
      <Icon name="x" />
      <span class="vh">Remove {of}</span>
    </ConfirmLink>
  ) : (
    <Post action={action} fields={fields} class="x">
      <Icon name="x" />
      <span class="vh">Remove {of}</span>
    </Post>
  )

/** Adds a proposed one; red where one is needed. */
export const AddToken = (props: { action: string; fields: Fields; name: string; needed?: boolean }) => (
  <Post action={props.action} fields={props.fields} class={props.needed ? 'tok add needed' : 'tok add'}>
    <Icon name="plus" />
    <span class="vh">Add </span>
    <Name of={props.name} />
  </Post>
)
