/** On the page of a client: its curve, and the drops with the most links. */
import { say, sayStored } from '../../src/kernel/language/say.ts'
import { Section } from '../kit/fold.tsx'
import { Named } from '../parts/lists/table.tsx'
import { curveInWords, SurvivalCurve } from './curve.tsx'
import type { StillThereProps } from './props.ts'
import { betweenDays, hostOf } from './words.ts'

export const ClientBlock = (props: Pick<StillThereProps, 'retention' | 'survival' | 'drops' | 'self' | 'zone'>) => {
  const { retention, survival, drops, self, zone } = props
  return (
    <Section
      title={say(zone, 'Still there?')}
      note={
        curveInWords(survival, zone) ??
        say(zone, '{n, plural, one {# link} other {# links}} watched', { n: retention.watched })
      }
      aside={
        <a class="btn small quiet" href={self}>
          {say(zone, 'All drops')}
        </a>
      }
    >
      <SurvivalCurve to={zone} of={survival} height={140} />
      {drops.length > 0 && (
        <ul class="rows">
          {drops.map((drop) => (
            <li>
              <Named
                href={`${self}/${drop.id}`}
                name={say(zone, '{cause}: {n, plural, one {# link} other {# links}}', {
                  ...{ cause: sayStored(zone, drop.title), n: drop.links },
                })}
                sub={`${hostOf(drop, zone)}, ${betweenDays(drop, zone)}`}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
