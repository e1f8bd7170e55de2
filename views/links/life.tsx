/** The moments of a link's life, one below the other, each with what there is behind it. */
import type { LinkCheck, LinkDetail } from '../../src/domains/reports/index.ts'
import { Evidence } from '../parts/evidence.tsx'
import { many } from '../parts/format.ts'
import { When } from '../parts/when.tsx'
import { ENGINE_WORDS } from '../suppliers/words.ts'
import { fateOf, lineOfLook, lineOfRefund } from './credit-story.ts'
import { type Moment, momentsOf } from './events.ts'

type LifeProps = { life: LinkDetail; base: string; zone: string }

export const Life = ({ life, base, zone }: LifeProps) => (
  <ol class="life">
    {momentsOf(life).map((moment) => (
      <li class={[moment.tone, moment.to_come && 'to-come']}>
        <p class="row spread">
          <b>{moment.title}</b>
          {moment.at && (
            <span class="muted small">
              <When time={moment.at} zone={zone} exact />
            </span>
          )}
        </p>
        {moment.says.map((line) => (
          <p class="hint">{line}</p>
        ))}
        {moment.lines?.map(({ id, words }) => (
          <p class="hint">
            <a href={`${base}/credits/${id}`}>{words}</a>
          </p>
        ))}
        {moment.look && <Look life={life} moment={moment} look={moment.look} base={base} zone={zone} />}
      </li>
    ))}
  </ol>
)

/** What a look cost, and what the engine answered. */
function Look({ life, look, base, zone }: LifeProps & { moment: Moment; look: LinkCheck }) {
  const [paid, back] = [lineOfLook(life, look), lineOfRefund(life, look)]
  const cost = many(look.credits, 'check credit')
  return (
    <>
      {look.credits > 0 && (
        <p class="hint">
          {paid ? <a href={`${base}/credits/${paid.id}`}>{`${cost} set aside`}</a> : `${cost} set aside`}
          {fateOf(look) === 'used' && ', used'}
          {fateOf(look) === 'back' && (
            <>, {back ? <a href={`${base}/credits/${back.id}`}>and given back</a> : 'and given back'}</>
          )}
        </p>
      )}
      {look.has_raw && look.checked_at && (
        <Evidence
          source={ENGINE_WORDS[look.engine].title}
          taken_at={look.checked_at}
          href={`${base}/links/${life.link.uid}/answers/${look.rid}`}
          zone={zone}
        />
      )}
    </>
  )
}
