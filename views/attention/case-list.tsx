/** The list "Needs attention": one row per case, each with one action. */

import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import type { Child } from '../jsx/elements.ts'
import type { Act, CaseContext, CaseText, ShownCase } from '../kit/case-line.ts'
import { Fold, Section } from '../kit/fold.tsx'
import { ActMenu } from '../kit/menu.tsx'
import { unfolds } from '../kit/unfold.ts'
import { Hidden } from '../parts/forms/post.tsx'
import { hx, ONCE } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { Say } from '../parts/text/say.tsx'
import { lineOf } from './cases.tsx'

export type CaseListProps = {
  cases: { open: readonly ShownCase[]; seen: readonly ShownCase[] }
  desk: CaseContext
  /** False for viewers, who can only read. */
  can_write: boolean
  /** Prevents a form from acting twice. */
  idempotency_key: string
}

/** Rows of the list: people do not work through a longer one. */
const MOST = 40

export function CaseList(props: CaseListProps) {
  const { open, seen } = props.cases
  const { zone } = props.desk
  return (
    <Section
      id="morning"
      title={say(zone, 'Needs attention')}
      note={open.length > 0 && number(open.length, zone)}
      aside={open.length > 0 && props.can_write && <Keys to={zone} />}
    >
      {open.length === 0 ? (
        <p class="quiet">
          <Icon name="check" />
          {seen.length > 0 ? say(zone, 'You have seen every case.') : say(zone, 'Nothing needs attention.')}
        </p>
      ) : (
        <ul class="needs">
          {open.slice(0, MOST).map((one) => (
            <Row {...props} one={one} />
          ))}
        </ul>
      )}
      {open.length > MOST && (
        <p class="quiet">{say(zone, '{n} more appear as you complete these.', { n: open.length - MOST })}</p>
      )}
      {seen.length > 0 && (
        <Fold summary={say(zone, '{n} seen', { n: seen.length })} id="seen">
          <ul class="needs">
            {seen.map((one) => (
              <Row {...props} one={one} seen />
            ))}
          </ul>
        </Fold>
      )}
    </Section>
  )
}

const Keys = ({ to }: { to: Reader }) => (
  <p class="not-phone hint js-only">
    <Say to={to} text="<k>J</k> <k>K</k> to move, <k>E</k> when seen" tags={{ k: (inner) => <kbd>{inner}</kbd> }} />
  </p>
)

type ClientCasesProps = Omit<CaseListProps, 'cases' | 'can_write'> & { cases: readonly ShownCase[]; of: string }

/** The cases of one client, on its page; their actions return to it. */
export const ClientCases = ({ cases, ...props }: ClientCasesProps) => (
  <ul class="needs">
    {cases.map((one) => (
      <Row {...props} one={one} can_write />
    ))}
  </ul>
)

type RowProps = Omit<CaseListProps, 'cases'> & { one: ShownCase; seen?: boolean; of?: string }

function Row({ one, seen, of, desk, can_write, idempotency_key }: RowProps) {
  const line = lineOf(one, of ? { ...desk, of } : desk)
  const whose = !of && one.tenant_id !== desk.tenant_id ? one.tenant_name : null
  return (
    <CaseLine line={line} whose={whose} below={can_write && line.act && 'shows' in line.act ? belowOf(one) : undefined}>
      {can_write && (
        <div class="acts">
          {line.act && <Do act={line.act} one={one} of={of} desk={desk} idempotency_key={idempotency_key} />}
          {(!of || line.also) && (
            <ActMenu
              to={desk.zone}
              id={`case-${one.kind}-${one.id}`}
              label={say(desk.zone, 'More for {name}', { name: one.tenant_name ?? one.name })}
              acts={[]}
            >
              {line.also && <Do act={line.also} one={one} of={of} desk={desk} idempotency_key={idempotency_key} item />}
              {!of && <Mark one={one} seen={seen} desk={desk} />}
            </ActMenu>
          )}
        </div>
      )}
    </CaseLine>
  )
}

/** A case as a sentence that opens its subject. */
export const CaseLine = (props: { line: CaseText; whose: string | null; below?: string; children?: Child }) => {
  const { icon, tone, text, sub, href } = props.line
  return (
    <li class="need" data-case>
      <div class="need-row">
        <span class={['need-i', tone]}>
          <Icon name={icon} />
        </span>
        <p class="need-t">
          <a href={href} data-row>
            {props.whose !== null && (
              <>
                <b>
                  <Name of={props.whose} />
                </b>
                {': '}
              </>
            )}
            {text}
          </a>
          {sub && <small>{sub}</small>}
        </p>
        {props.children}
      </div>
      {props.below && <div id={props.below} class="need-more" hidden></div>}
    </li>
  )
}

type DoProps = Pick<RowProps, 'one' | 'desk' | 'idempotency_key'> & { act: Act; of?: string | undefined; item?: true }

/** `item`: as a line of a menu. */
function Do({ act, one, of, desk: { base, zone }, idempotency_key, item }: DoProps) {
  const kind = item ? undefined : 'btn small'
  const about = <span class="vh">{` (${one.tenant_name ?? one.name})`}</span>
  if ('href' in act)
    return (
      <a class={kind} href={act.href} {...(act.shows && unfolds(act.href, act.shows, belowOf(one)))}>
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
      <button type="submit" class={kind}>
        {item && <Icon name={act.act === 'verify' ? 'refresh-cw' : 'x'} />}
        {act.verb}
        {about}
      </button>
      <ApiEquivalent to={zone} of={`${base}/morning/${act.act}`} short />
    </form>
  )
}

/** Id of the place below the row where a part of another page unfolds. */
const belowOf = ({ kind, id }: ShownCase): string => `below-${kind}-${id}`

/** Hides the case until it changes or until the next day. */
const Mark = ({ one, seen, desk: { base, zone } }: Pick<RowProps, 'one' | 'seen' | 'desk'>) => (
  <form
    method="post"
    action={`${base}/morning/seen`}
    {...ONCE}
    {...hx({ post: `${base}/morning/seen`, target: '#morning', select: '#morning', swap: 'outerHTML' })}
  >
    <Hidden fields={{ kind: one.kind, id: one.id, stamp: one.stamp, seen: seen ? 'no' : 'yes' }} />
    <button type="submit" data-seen={!seen}>
      <Icon name={seen ? 'undo-2' : 'check'} />
      {seen ? say(zone, 'Mark unseen') : say(zone, 'Mark seen')}
      <span class="vh">{` (${one.tenant_name ?? one.name})`}</span>
    </button>
  </form>
)
