/** The card of one cell, beside it on hover and focus: its counts, the usual share, one cause, and two acts. */
import type { getResultCell } from '../../src/features/results/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { shareOf } from '../kit/share.ts'
import { countedDay, many, number, percent } from '../parts/text/format.ts'

type CardProps = Pick<AnswerOf<typeof getResultCell>, 'cell' | 'usual'> & {
  /** The client or host; null for all. */
  name: string | null
  week: string
  cause?: string | undefined
  /** Page of the reasons; null without any. */
  why: string | null
  links: string
  zone: string
}

export const Card = ({ name, week, cell, usual, cause, why, links, zone }: CardProps) => {
  const { seen, sent, due, day, settled } = cell
  return (
    <>
      <b dir="auto">
        {name === null ? `Week of ${countedDay(week, zone)}` : `${name}, week of ${countedDay(week, zone)}`}
      </b>
      <p>
        <b>{`${number(seen)} of ${number(sent)}`}</b>
        {` ${sent === 1 ? 'link' : 'links'} indexed by day ${day}`}
        {settled ? ` (${shareOf(seen, sent)})`.replace(` (${number(seen)} of ${number(sent)})`, '') : ' so far'}
        {usual === null ? '.' : `, usually ${percent(usual)}.`}
      </p>
      {due > 0 && <p class="fact">{`${number(due)} still to check.`}</p>}
      {cause && (
        <p class="fact" dir="auto">
          {cause}
        </p>
      )}
      <p class="acts">
        {why && (
          <a class="link" href={`${why}#why`}>
            Why?
          </a>
        )}
        <a class="link" href={links}>{`See ${many(sent, 'link')}`}</a>
      </p>
    </>
  )
}
