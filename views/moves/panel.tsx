/** Panel that moves a push to another client: its choice, then exactly what moves. */

import type { CreditKind } from '../../src/domains/credits/index.ts'
import type { previewMove } from '../../src/features/moves/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import { creditsIn } from '../credits/give-missing.ts'
import type { Job } from '../jobs/shapes.ts'
import { Changed, SidePanel, Sum, type SumLine } from '../kit/panel.tsx'
import { Button, LinkButton } from '../parts/button.tsx'
import { ErrorLine, Field, Select } from '../parts/forms/field.tsx'
import { errorAt, type Issue } from '../parts/forms/form.tsx'
import { Hidden } from '../parts/forms/post.tsx'
import { hx, ONCE } from '../parts/hx.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Avatar } from '../parts/person.tsx'
import { number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { periodWord } from '../parts/text/period-word.ts'

export type MovePreview = AnswerOf<typeof previewMove>
type Effect = NonNullable<MovePreview['effect']>
type Target = MovePreview['choices'][number]

export type MoveProps = {
  reader: Reader
  job: Job
  /** Address of the push's page. */
  self: string
  choices: readonly Target[]
  /** Pictures of the two clients, by id. */
  tiles: ReadonlyMap<string, string | null>
  /** The chosen client, with the effect of the move. */
  to: (Target & { effect: Effect }) | null
  suggested: string | null
  /** The workspace that can transfer the missing credits first. */
  giver: string | null
  /** Where missing credits are transferred by hand. */
  transfer_href: string | null
  idempotency_key: string
  issues: readonly Issue[]
}

export const MovePanel = (props: MoveProps) => {
  const { reader, job, self, choices, to, suggested, issues, tiles } = props
  const refused = errorAt(issues, 'move_to')
  return (
    <SidePanel to={reader} title={say(reader, 'Move to another client')} close={self}>
      <div class="who">
        <Avatar name={job.tenant_name} logo_url={tiles.get(job.tenant_id)} />
        <span>
          <b>
            <Name of={job.tenant_name} />
          </b>
          <small>
            {say(reader, 'Has this push of {n, plural, one {# link} other {# links}} now', { n: job.link_count })}
          </small>
        </span>
      </div>
      {choices.length === 0 ? (
        <p>{say(reader, 'There is no other client yet.')}</p>
      ) : (
        <form class="form" action={self} {...CHOOSES(self)}>
          <Hidden fields={{ move: '1' }} />
          <Field name="to" label={say(reader, 'Client')}>
            {(control) => (
              <Select control={control} choices={[none(reader), ...choices.map(choice)]} value={to?.id ?? ''} />
            )}
          </Field>
          <noscript>
            <Button class="btn small" label={say(reader, 'Show what moves')} />
          </noscript>
        </form>
      )}
      <div class="form" id="moves" aria-live="polite">
        {refused && <ErrorLine>{refused}</ErrorLine>}
        {to && (
          <div class="who">
            <Avatar name={to.name} logo_url={tiles.get(to.id)} />
            <span>
              <b>
                <Name of={to.name} />
              </b>
              <small>
                {to.id === suggested
                  ? say(reader, 'Found by host: most of the links are on its hosts')
                  : say(reader, 'Gets this push')}
              </small>
            </span>
          </div>
        )}
        {to && <WhatMoves {...props} to={to} />}
      </div>
    </SidePanel>
  )
}

const none = (reader: Reader) => ({ value: '', label: say(reader, 'Choose a client') })
const choice = ({ id, name }: Target) => ({ value: id, label: name })

const CHOOSES = (self: string) =>
  hx({ get: self, trigger: 'change', target: '#moves', select: '#moves', swap: 'outerHTML', sync: 'this:replace' })

const WhatMoves = (props: MoveProps & { to: Target & { effect: Effect } }) => {
  const { reader, job, self, to, issues, idempotency_key } = props
  const missing = to.effect.credits.filter((credits) => credits.missing > 0)
  const error = errorAt(issues, '')
  return (
    <>
      <Sum lines={linesOf(reader, to.effect)} />
      <ul class="before">
        {pointsOf(reader, job, to).map(({ icon, label, says }) => (
          <li>
            <Icon name={icon} />
            <p>
              <b>{`${say(reader, '{label}:', { label: say(reader, label) })} `}</b>
              {says}
            </p>
          </li>
        ))}
      </ul>
      {error && <ErrorLine>{error}</ErrorLine>}
      {missing.length > 0 && <Missing {...props} missing={missing} />}
      {(missing.length === 0 || props.giver) && (
        <form method="post" action={`${self}/move`} class="form" {...ONCE}>
          <Hidden fields={{ to: to.id, idempotency_key, gives: props.giver ? giftIn(missing) : '' }} />
          <button type="submit" class="btn primary wide">
            {props.giver && missing.length > 0
              ? say(reader, 'Transfer {credits} and move', { credits: creditsIn(missing, reader) })
              : say(reader, 'Move {n, plural, one {# link} other {# links}}', { n: job.link_count })}
          </button>
          <ApiEquivalent to={reader} of={`${self}/move`} />
        </form>
      )}
    </>
  )
}

type Shortage = readonly { kind: CreditKind; missing: number }[]

/** The transfer that the button names, so that no larger one follows a click. */
export const giftIn = (missing: Shortage): string => missing.map(({ kind, missing: n }) => `${n} ${kind}`).join()

const Missing = ({ reader, to, giver, transfer_href, missing }: MoveProps & { missing: Shortage }) => (
  <div class="form">
    <ErrorLine>
      {giver
        ? say(reader, '{name} lacks {credits} to pay for this push. {giver} can transfer them.', {
            ...{ name: to!.name, credits: creditsIn(missing, reader), giver },
          })
        : say(reader, '{name} lacks {credits} to pay for this push. Transfer them to it first.', {
            ...{ name: to!.name, credits: creditsIn(missing, reader) },
          })}
    </ErrorLine>
    {!giver && transfer_href && (
      <LinkButton href={transfer_href} icon="coins" label={say(reader, 'Transfer credits')} />
    )}
  </div>
)

/** `40 reserved, 0 used`, and what the client that pays then has. */
function linesOf(reader: Reader, { links, credits }: Effect): SumLine[] {
  return [
    { label: say(reader, 'Links'), value: number(links, reader) },
    ...credits.flatMap(({ kind, reserved, used, available, missing }): SumLine[] => {
      const n = reserved + used
      const left = { from: number(available, reader), to: number(available - n, reader) }
      return [
        { label: say(reader, KIND[kind]), value: say(reader, '{reserved} reserved, {used} used', { reserved, used }) },
        ...(n > 0 && missing === 0
          ? [{ label: say(reader, LEFT[kind]), value: <Changed reader={reader} {...left} /> }]
          : []),
      ]
    }),
  ]
}

const KIND: Record<CreditKind, Text> = { index: text('Index credits'), check: text('Check credits') }
const LEFT: Record<CreditKind, Text> = {
  index: text('Index credits left there'),
  check: text('Check credits left there'),
}

type Point = { icon: IconName; label: Text; says: string }

/** All else that the move does, by area. */
function pointsOf(reader: Reader, job: Job, { name, effect }: Target & { effect: Effect }): Point[] {
  const paid = effect.credits.some(({ reserved, used }) => reserved + used > 0)
  const points: (Point | false)[] = [
    paid && {
      ...{ icon: 'coins', label: text('Credits') },
      says: say(reader, 'the new client pays for the push, and the client before gets its credits back'),
    },
    ...effect.reports.map(
      (report): Point => ({
        ...{ icon: 'file-text', label: text('Report') },
        says: reportWords(reader, report, [name, job.tenant_name]),
      }),
    ),
    {
      ...{ icon: 'grid-3x3', label: text('Results') },
      says: say(reader, 'checks, IndexNow pings and the figures of all days move with it'),
    },
    effect.shared && {
      ...{ icon: 'eye', label: text('People') },
      says: say(reader, 'the shared address of its report stops working'),
    },
    { ...{ icon: 'rows-3', label: text('Audit trail') }, says: say(reader, 'one line at each client, with your name') },
  ]
  return points.filter((point) => point !== false)
}

/** The two clients are named above, as long as their names are. */
function reportWords(
  reader: Reader,
  { tenant_name, period, corrected }: Effect['reports'][number],
  [gets, had]: [string, string],
): string {
  const values = { period: periodWord(period, reader), name: tenant_name }
  const whose = tenant_name === gets ? 'new' : tenant_name === had ? 'before' : 'other'
  return corrected
    ? say(
        reader,
        '{period} of {whose, select, new {the new client} before {the client before} other {{name}}} is frozen and gets a correction',
        { ...values, whose },
      )
    : say(
        reader,
        '{period} of {whose, select, new {the new client} before {the client before} other {{name}}} is counted again',
        { ...values, whose },
      )
}

/** `Moved to Bakery: 40 links, 40 reserved and 0 used credits.` */
export const movedWords = (reader: Reader, { tenant_name, link_count, outcome: { credits } }: Job): string =>
  say(
    reader,
    'Moved to {name}: {n, plural, one {# link} other {# links}}, {reserved} reserved and {used, plural, one {# used credit} other {# used credits}}.',
    { name: tenant_name, n: link_count, reserved: credits.reserved, used: credits.consumed },
  )
