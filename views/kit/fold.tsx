import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { sayStored, text } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'
import { LinkButton } from '../parts/button.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'

type FoldProps = { summary: Child; beside?: Child; open?: boolean; id?: string; children?: Child }

/** A group that unfolds below its summary. */
export const Fold = ({ summary, beside, open, id, children }: FoldProps) => (
  <details class="fold" open={open} id={id}>
    <summary>
      <Icon name="chevron-right" />
      <span>{summary}</span>
      {beside}
    </summary>
    {children}
  </details>
)

/** A part of a page: its title, a note beside it, and its content. */
export const Section = (props: { title: string; id?: string; note?: Child; aside?: Child; children?: Child }) => (
  <section class="sec" aria-label={props.title} id={props.id}>
    <div class="sec-head">
      <h2>{props.title}</h2>
      {props.note && <p class="stay">{props.note}</p>}
      {props.aside && <div>{props.aside}</div>}
    </div>
    {props.children}
  </section>
)

/** An empty list: one sentence, with the act that adds the first row. */
export const EmptyState = ({ icon, act, children }: { icon: IconName; act?: Child; children?: Child }) => (
  <div class="empty">
    <Icon name={icon} />
    <p>{children}</p>
    {act}
  </div>
)

/** A list without rows that match its filters. */
export const NothingFound = ({ to = ENGLISH, href, all = CLEAR, children }: NothingFoundProps) => (
  <EmptyState icon="search" act={<LinkButton href={href} label={sayStored(to, all)} />}>
    {children}
  </EmptyState>
)

const CLEAR = text('Clear filters')

type NothingFoundProps = { to?: Reader; href: string; all?: string; children?: Child }

type WhyFact = { mark: 'cause' | 'ruled_out' | 'refunded'; text: string; more?: string }
const MARKS = { cause: ['circle-x', 'bad'], ruled_out: ['circle-check', 'ok'], refunded: ['undo-2', ''] } as const

/** Why a figure is off: facts, then the acts that can help. */
export const Why = ({ facts, beside, acts }: { facts: readonly WhyFact[]; beside?: Child; acts?: Child }) => (
  <div class="why">
    <div class={beside ? 'why-in' : undefined}>
      <ul>
        {facts.map(({ mark, text, more }) => (
          <li class={MARKS[mark][1]}>
            <Icon name={MARKS[mark][0]} />
            <p>
              {mark === 'cause' ? <b>{text}</b> : text} {more}
            </p>
          </li>
        ))}
      </ul>
      {beside}
    </div>
    {acts && <div class="acts">{acts}</div>}
  </div>
)
