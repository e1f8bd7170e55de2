/** On the page of a client: its curve, and the drops with the most links. */
import { Section } from '../kit/fold.tsx'
import { Named } from '../parts/lists/table.tsx'
import { many } from '../parts/text/format.ts'
import { curveInWords, SurvivalCurve } from './curve.tsx'
import type { StillThereProps } from './props.ts'
import { betweenDays, hostOf } from './words.ts'

export const ClientBlock = (props: Pick<StillThereProps, 'retention' | 'survival' | 'drops' | 'self' | 'zone'>) => {
  const { retention, survival, drops, self, zone } = props
  return (
    <Section
      title="Still there?"
      note={curveInWords(survival) ?? `${many(retention.watched, 'link')} watched`}
      aside={
        <a class="btn small quiet" href={self}>
          All drops
        </a>
      }
    >
      <SurvivalCurve of={survival} height={140} />
      {drops.length > 0 && (
        <ul class="rows">
          {drops.map((drop) => (
            <li>
              <Named
                href={`${self}/${drop.id}`}
                name={`${drop.title}: ${many(drop.links, 'link')}`}
                sub={`${hostOf(drop)}, ${betweenDays(drop, zone)}`}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
