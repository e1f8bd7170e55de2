/** The card "Needs attention": one row per case, each with one action. */
import { type Case, nameOfCase } from '../../src/domains/reports/index.ts'
import { Card } from '../parts/card.tsx'
import { Things } from '../parts/chips.tsx'
import { number } from '../parts/format.ts'
import { hx, ONCE } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { Hidden } from '../parts/post.tsx'
import { SameAs } from '../same-as/same-as.tsx'
import { type Act, type Desk, lineOf } from './cases.tsx'

export type SheetProps = {
  cases: { open: readonly Case[]; seen: readonly Case[] }
  desk: Desk
  /** False for viewers, who can only read. */
  can_write: boolean
  /** Prevents a form from acting twice. */
  idempotency_key: string
}

/** A person does not work through a longer list. */
const MOST = 40

export function Sheet(props: SheetProps) {
  const { open, seen } = props.cases
  return (
    <Card id="morning" title="Needs attention" aside={<Things n={open.length} />}>
      {open.length === 0 ? (
        <p class="quiet">
          <Icon name="check" />
          {seen.length > 0 ? 'You have seen every case.' : 'Nothing needs attention.'}
        </p>
      ) : (
        <ul class="cases">
          {open.slice(0, MOST).map((one) => (
            <Row {...props} one={one} />
          ))}
        </ul>
      )}
      {open.length > MOST && <p class="quiet">{`${number(open.length - MOST)} more appear as you complete these.`}</p>}
      {seen.length > 0 && (
        <details class="seen">
          <summary>{`${number(seen.length)} seen`}</summary>
          <ul class="cases">
            {seen.map((one) => (
              <Row {...props} one={one} seen />
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

type CasesProps = Omit<SheetProps, 'cases' | 'can_write'> & { cases: readonly Case[]; of: string }

/** The cases of one client, on its page; their actions return to it. */
export const Cases = ({ cases, ...props }: CasesProps) => (
  <ul class="cases">
    {cases.map((one) => (
      <Row {...props} one={one} can_write />
    ))}
  </ul>
)

type RowProps = Omit<SheetProps, 'cases'> & { one: Case; seen?: boolean; of?: string }

function Row({ one, seen, of, desk, can_write, idempotency_key }: RowProps) {
  const { icon, bad, text, sub, href, act } = lineOf(one, desk)
  const whose = !of && one.tenant_name !== null && one.tenant_id !== desk.tenant_id ? one.tenant_name : null
  return (
    <li class={bad ? 'bad' : undefined} data-case>
      <Icon name={icon} />
      <div>
        <a href={href} data-row>
          {whose !== null && (
            <>
              <b>{whose}</b>
              {': '}
            </>
          )}
          {text}
        </a>
        {sub && <span class="sub">{sub}</span>}
      </div>
      {can_write && (
        <div class="acts">
          {act && <Do act={act} one={one} of={of} base={desk.base} idempotency_key={idempotency_key} />}
          {!of && <Mark one={one} seen={seen} base={desk.base} />}
        </div>
      )}
    </li>
  )
}

type DoProps = { act: Act; one: Case; of?: string | undefined; base: string; idempotency_key: string }

function Do({ act, one, of, base, idempotency_key }: DoProps) {
  const about = <span class="vh">{` (${one.tenant_name ?? one.name})`}</span>
  if ('href' in act)
    return (
      <a class="btn small" href={act.href}>
        {act.verb}
        {about}
      </a>
    )
  return (
    <form method="post" action={`${base}/morning/${act.act}`} class="post" {...ONCE}>
      <Hidden
        fields={{
          id: one.id,
          idempotency_key: `${idempotency_key}-${one.kind}-${one.id}`,
          ...(of && { of }),
          ...act.fields,
        }}
      />
      <button type="submit" class="btn small">
        {act.verb}
        {about}
      </button>
      <SameAs of={`${base}/morning/${act.act}`} short />
    </form>
  )
}

/** Hides the case until it changes or until the next day. */
const Mark = ({ one, seen, base }: { one: Case; seen?: boolean; base: string }) => (
  <form
    method="post"
    action={`${base}/morning/seen`}
    {...ONCE}
    {...hx({ post: `${base}/morning/seen`, target: '#morning', select: '#morning', swap: 'outerHTML' })}
  >
    <Hidden fields={{ name: nameOfCase(one), stamp: one.stamp, seen: seen ? 'no' : 'yes' }} />
    <button type="submit" class="btn small ghost" data-seen={!seen}>
      {seen ? 'Mark unseen' : 'Mark seen'}
      <span class="vh">{` (${one.tenant_name ?? one.name})`}</span>
    </button>
  </form>
)
