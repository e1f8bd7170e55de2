import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'
import { ConfirmLink, type Question } from '../parts/forms/dialogs.tsx'
import { type Fields, Post } from '../parts/forms/post.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { inPlace } from '../parts/lists/list.ts'

/** A link, an act that needs no question, or one that asks first. */
export type Act = { label: string; icon: IconName; danger?: boolean } & (
  | { href: string; download?: boolean; key?: string; in_place?: true }
  | { post: string; fields?: Fields }
  | { ask: string; question: Question }
  /** Opens a popover of the page. */
  | { opens: string }
)

/** The one filled button of a page: a link, with `post` an act without a question, with `question` an act that asks first. */
export type PrimaryAct = {
  label: string
  icon?: IconName
  href: string
  /** A file beside a page that is read, so the button is outlined. */
  file?: true
  post?: true
  question?: Question
  fields?: Readonly<Record<string, string>>
}

type MenuProps = { to?: Reader | undefined; id: string; label: string; acts: readonly (Act | null)[]; children?: Child }

/** The "…" menu of a page or a row. Dangerous acts come last. It is a popover, so it needs no JavaScript. */
export function ActMenu({ to, id, label, acts, children }: MenuProps) {
  const shown = acts.filter((act) => act !== null)
  const ends = shown.filter(({ danger }) => danger)
  const goes = shown.filter(({ danger }) => !danger)
  if (shown.length === 0 && !children) return null
  return (
    <span class="anchor over">
      <button type="button" class="icon-btn" popovertarget={id} aria-label={label}>
        <Icon name="ellipsis" />
      </button>
      <div class="menu" id={id} popover="auto">
        {goes.map((act) => (
          <Item to={to} act={act} />
        ))}
        {children}
        {ends.length > 0 && goes.length > 0 && <hr />}
        {ends.map((act) => (
          <Item to={to} act={act} />
        ))}
      </div>
    </span>
  )
}

function Item({ to, act }: { to: Reader | undefined; act: Act }) {
  const tone = act.danger ? 'danger' : ''
  const inside = (
    <>
      <Icon name={act.icon} />
      {act.label}
    </>
  )
  if ('post' in act) return <Post to={to} action={act.post} fields={act.fields ?? {}} class={tone} label={inside} />
  if ('ask' in act)
    return (
      <ConfirmLink href={act.ask} class={tone} {...act.question}>
        {inside}
      </ConfirmLink>
    )
  if ('opens' in act)
    return (
      <button type="button" popovertarget={act.opens}>
        {inside}
      </button>
    )
  return (
    <a
      {...(act.in_place ? inPlace(act.href) : { href: act.href })}
      download={act.download ? '' : undefined}
      data-key={act.key}
    >
      {inside}
    </a>
  )
}

/** Shows the API equivalent beside every act, here and on all pages, until it is switched off. */
export const ShowApi = ({ to }: { to: Reader }) => (
  <button type="button" class="js-only" data-do="api">
    <Icon name="terminal" />
    {say(to, 'API equivalent')}
  </button>
)
