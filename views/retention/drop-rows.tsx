/** Drops, the most links first: the cause, when, how many links, and what helps. A row unfolds to its pages then and now. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored } from '../../src/kernel/language/say.ts'
import { between, type Time } from '../../src/kernel/time/clock.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { letterHref } from '../letters/drafts.ts'
import { LinkButton } from '../parts/button.tsx'
import { hx } from '../parts/hx.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { day, number } from '../parts/text/format.ts'
import type { Drop, StillThereProps } from './props.ts'
import { betweenDays, hostOf } from './words.ts'

type RowsProps = Pick<StillThereProps, 'drops' | 'newest' | 'period' | 'self' | 'base' | 'zone' | 'pushes' | 'writes'>

export function DropRows(props: RowsProps) {
  const { drops, newest, period, zone: to } = props
  return (
    <Section
      title={say(to, 'By cause and host')}
      note={
        newest === null
          ? say(to, 'most links first, last 30 days')
          : say(to, 'most links first, last 30 days, the newest {n}', { n: newest })
      }
      aside={
        drops.length > 0 && (
          <p class="when-ends" aria-hidden="true">
            <span>{day(period.from, to)}</span>
            <span>{day(period.to, to)}</span>
          </p>
        )
      }
    >
      {drops.length === 0 ? (
        <EmptyState icon="shield-check">{say(to, 'No link dropped in the last 30 days.')}</EmptyState>
      ) : (
        <ul class="drops">
          {drops
            .toSorted((a, b) => b.links - a.links)
            .map((drop) => (
              <Row drop={drop} {...props} />
            ))}
        </ul>
      )}
    </Section>
  )
}

/** Icons by what helps: of the page in red, of the engine in brown, open in grey. */
const MARKS: Record<Drop['push'], [icon: IconName, tone: string]> = {
  fixed: ['ban', 'bad'],
  now: ['clock', 'warn'],
  never: ['link-2', 'warn'],
  rarely: ['circle-question-mark', ''],
}

function Row({ drop, period, self, base, zone: to, pushes, writes }: RowsProps & { drop: Drop }) {
  const href = `${self}/${drop.id}`
  const [icon, tone] = MARKS[drop.push]
  return (
    <li>
      <details {...hx({ get: href, trigger: 'toggle once', target: 'find .drop-in', swap: 'innerHTML' })}>
        <summary>
          <i class={['drop-mark', tone]}>
            <Icon name={icon} />
          </i>
          <span class="drop-name">
            <b>{sayStored(to, drop.title)}</b>
            <span class="clip">
              <bdi>{drop.tenant_name}</bdi>
              {`, ${hostOf(drop, to)}`}
            </span>
          </span>
          <span class="drop-when">
            <When drop={drop} period={period} />
            <span>{betweenDays(drop, to)}</span>
          </span>
          <b class="n">{number(drop.links, to)}</b>
          <Icon name="chevron-right" />
        </summary>
        <div class="drop-in">
          <a href={href}>{say(to, 'Open the drop')}</a>
        </div>
      </details>
      <div class="drop-act">
        <Act drop={drop} href={href} base={base} to={to} pushes={pushes} writes={writes} />
      </div>
    </li>
  )
}

type ActProps = { drop: Drop; href: string; base: string; to: Reader; pushes: boolean; writes: boolean }

function Act({ drop, href, base, to, pushes, writes }: ActProps) {
  if (drop.state === 'closed') return <span class="muted">{say(to, 'Closed')}</span>
  if (drop.links === 0) return <span class="muted">{say(to, 'All came back')}</span>
  if (drop.state === 'pushed') return <span class="muted">{say(to, 'Pushed again')}</span>
  if (drop.cause === 'canonical_chosen')
    return (
      <LinkButton
        class="btn small"
        href={href}
        label={say(to, 'See {links, plural, one {# pair} other {# pairs}}', { links: drop.links })}
        of={sayStored(to, drop.title)}
      />
    )
  if (drop.push === 'fixed' && writes)
    return (
      <LinkButton
        class="btn small"
        href={letterHref(base, 'dropped', drop.id)}
        icon="mail"
        label={say(to, 'Tell the client')}
        of={sayStored(to, drop.title)}
      />
    )
  if (!pushes || drop.push === 'never' || drop.push === 'fixed') return null
  return (
    <LinkButton
      class="btn small"
      href={href}
      icon="refresh-cw"
      label={say(to, 'Push again')}
      of={sayStored(to, drop.title)}
    />
  )
}

/** The days of the drop within the period, at least 2% of its width. */
function When({ drop: { last_yes_at, first_no_at }, period }: { drop: Drop; period: StillThereProps['period'] }) {
  if (!last_yes_at || !first_no_at) return null
  const all = between(period.from, period.to)
  const at = (time: Time): number => Math.min(1, Math.max(0, between(period.from, time) / all))
  const [start, end] = [Math.min(0.98, at(last_yes_at)), at(first_no_at)]
  const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`
  return (
    <svg class="when-bar" height="8" aria-hidden="true">
      <rect class="f-track" y="2" width="100%" height="4" rx="2" />
      <rect class="f-out" x={percent(start)} width={percent(Math.max(0.02, end - start))} height="8" rx="2" />
    </svg>
  )
}
