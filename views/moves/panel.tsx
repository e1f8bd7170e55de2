/** Panel that moves a push to another client: its choice, then exactly what moves. */

import type { CreditKind } from '../../src/domains/credits/index.ts'
import type { previewMove } from '../../src/features/moves/operations.ts'
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
import { many, number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { periodWord } from '../parts/text/period-word.ts'

export type MovePreview = AnswerOf<typeof previewMove>
type Effect = NonNullable<MovePreview['effect']>
type Target = MovePreview['choices'][number]

export type MoveProps = {
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
  const { job, self, choices, to, suggested, issues, tiles } = props
  const refused = errorAt(issues, 'move_to')
  return (
    <SidePanel title="Move to another client" close={self}>
      <div class="who">
        <Avatar name={job.tenant_name} logo_url={tiles.get(job.tenant_id)} />
        <span>
          <b>
            <Name of={job.tenant_name} />
          </b>
          <small>{`Has this push of ${many(job.link_count, 'link')} now`}</small>
        </span>
      </div>
      {choices.length === 0 ? (
        <p>There is no other client yet.</p>
      ) : (
        <form class="form" action={self} {...CHOOSES(self)}>
          <Hidden fields={{ move: '1' }} />
          <Field name="to" label="Client">
            {(control) => <Select control={control} choices={[NONE, ...choices.map(choice)]} value={to?.id ?? ''} />}
          </Field>
          <noscript>
            <Button class="btn small" label="Show what moves" />
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
                {to.id === suggested ? 'Found by host: most of the links are on its hosts' : 'Gets this push'}
              </small>
            </span>
          </div>
        )}
        {to && <WhatMoves {...props} to={to} />}
      </div>
    </SidePanel>
  )
}

const NONE = { value: '', label: 'Choose a client' }
const choice = ({ id, name }: Target) => ({ value: id, label: name })

const CHOOSES = (self: string) =>
  hx({ get: self, trigger: 'change', target: '#moves', select: '#moves', swap: 'outerHTML', sync: 'this:replace' })

const WhatMoves = (props: MoveProps & { to: Target & { effect: Effect } }) => {
  const { job, self, to, issues, idempotency_key } = props
  const missing = to.effect.credits.filter((credits) => credits.missing > 0)
  const error = errorAt(issues, '')
  return (
    <>
      <Sum lines={linesOf(to.effect)} />
      <ul class="before">
        {pointsOf(job, to).map(({ icon, label, says }) => (
          <li>
            <Icon name={icon} />
            <p>
              <b>{`${label}: `}</b>
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
              ? `Transfer ${creditsIn(missing)} and move`
              : `Move ${many(job.link_count, 'link')}`}
          </button>
          <ApiEquivalent of={`${self}/move`} />
        </form>
      )}
    </>
  )
}

type Shortage = readonly { kind: CreditKind; missing: number }[]

/** The transfer that the button names, so that no larger one follows a click. */
export const giftIn = (missing: Shortage): string => missing.map(({ kind, missing: n }) => `${n} ${kind}`).join()

const Missing = ({ to, giver, transfer_href, missing }: MoveProps & { missing: Shortage }) => (
  <div class="form">
    <ErrorLine>
      {`${to!.name} lacks ${creditsIn(missing)} to pay for this push.${giver ? ` ${giver} can transfer them.` : ' Transfer them to it first.'}`}
    </ErrorLine>
    {!giver && transfer_href && <LinkButton href={transfer_href} icon="coins" label="Transfer credits" />}
  </div>
)

/** `40 reserved, 0 used`, and what the client that pays then has. */
function linesOf({ links, credits }: Effect): SumLine[] {
  return [
    { label: 'Links', value: number(links) },
    ...credits.flatMap(({ kind, reserved, used, available, missing }): SumLine[] => {
      const [word, n] = [KIND[kind], reserved + used]
      return [
        { label: `${word} credits`, value: `${number(reserved)} reserved, ${number(used)} used` },
        ...(n > 0 && missing === 0
          ? [
              {
                label: `${word} credits left there`,
                value: <Changed from={number(available)} to={number(available - n)} />,
              },
            ]
          : []),
      ]
    }),
  ]
}

const KIND: Record<CreditKind, string> = { index: 'Index', check: 'Check' }

type Point = { icon: IconName; label: string; says: string }

/** All else that the move does, by area. */
function pointsOf(job: Job, { name, effect }: Target & { effect: Effect }): Point[] {
  // The clients are named above, as long as their names are.
  const whose = (one: string) => (one === name ? 'the new client' : one === job.tenant_name ? 'the client before' : one)
  const paid = effect.credits.some(({ reserved, used }) => reserved + used > 0)
  const points: (Point | false)[] = [
    paid && {
      ...{ icon: 'coins', label: 'Credits' },
      says: 'the new client pays for the push, and the client before gets its credits back',
    },
    ...effect.reports.map(
      ({ tenant_name, period, corrected }): Point => ({
        ...{ icon: 'file-text', label: 'Report' },
        says: `${periodWord(period)} of ${whose(tenant_name)} ${corrected ? 'is frozen and gets a correction' : 'is counted again'}`,
      }),
    ),
    {
      ...{ icon: 'grid-3x3', label: 'Results' },
      says: 'checks, IndexNow pings and the figures of all days move with it',
    },
    effect.shared && { icon: 'eye', label: 'People', says: 'the shared address of its report stops working' },
    { icon: 'rows-3', label: 'Audit trail', says: 'one line at each client, with your name' },
  ]
  return points.filter((point) => point !== false)
}

/** `40 links, 40 reserved and 0 used credits`. */
export function movedWords({ link_count, outcome: { credits } }: Job): string {
  return `${many(link_count, 'link')}, ${number(credits.reserved)} reserved and ${many(credits.consumed, 'used credit')}`
}
