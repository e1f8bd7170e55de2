/** One API key: its name, role and limits, and what of them it has used today. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { KEY_PER_DAY } from '../../src/kernel/scheduling/limits.ts'
import type { getApiKey } from '../../src/operations/api-keys/get-api-key.ts'
import { Banner, Card, CardBody, type Fact, Facts } from '../parts/card.tsx'
import { ConfirmLink, type Question } from '../parts/dialogs.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { number } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { When } from '../parts/when.tsx'
import { ROLE_WORDS } from '../parts/words.ts'
import { KEY_HINTS, type Key, Status } from './keys.tsx'

type KeyDetail = AnswerOf<typeof getApiKey>

export type KeyPageProps = {
  /** Named apart from JSX's own `key`. */
  of: KeyDetail
  /** What can be changed. */
  edits: FormSchema
  /** Where the list is; this page stands below it. */
  list: string
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  zone?: string
}

export function KeyPage(props: KeyPageProps) {
  const { of, list, zone = 'UTC' } = props
  return (
    <>
      <PageHead
        title={of.name}
        sub={<Status of={of} zone={zone} />}
        crumbs={[{ label: 'API keys', href: list }, { label: `${of.prefix}…` }]}
      />
      <div class="grid">
        <div class="w8 stack">{of.status === 'active' ? <Limits {...props} /> : <Ended of={of} list={list} />}</div>
        <div class="w4 stack">
          <Card title="Used today">
            <CardBody>
              <Facts facts={usedOf(props)} />
              <p class="hint">A day begins at 00:00 UTC.</p>
            </CardBody>
          </Card>
          <Card title="The key">
            <CardBody>
              <Facts facts={factsOf(of, zone)} />
            </CardBody>
          </Card>
        </div>
      </div>
    </>
  )
}

/** What is asked before a key leaves the list. */
export const DELETE_KEY: Question = {
  title: 'Delete this key?',
  body: 'It leaves the list for good, and stops at once should it still work. What it did stays in the audit trail.',
  verb: 'Delete key',
}

const Ended = ({ of, list }: Pick<KeyPageProps, 'of' | 'list'>) => (
  <Banner
    tone="info"
    action={
      <ConfirmLink href={`${list}/${of.id}/delete`} {...DELETE_KEY}>
        Delete
      </ConfirmLink>
    }
  >
    It is revoked. Make a new one.
  </Banner>
)

const Limits = ({ of, list, edits, values, issues }: KeyPageProps) => (
  <Card title="Name, role and limits">
    <CardBody>
      <Form
        action={`${list}/${of.id}`}
        schema={edits}
        values={{ ...of, ...values }}
        issues={issues}
        hints={KEY_HINTS}
        verb="Save"
      />
    </CardBody>
  </Card>
)

const usedOf = ({ of, of: { used_today: used } }: KeyPageProps): Fact[] => [
  { label: 'Calls', value: `${number(used.calls)} of ${number(of.rate_per_day ?? KEY_PER_DAY)}` },
  {
    label: used.shared ? 'Credits, with the key that made it' : 'Credits',
    value:
      of.daily_credit_cap === null ? number(used.credits) : `${number(used.credits)} of ${number(of.daily_credit_cap)}`,
  },
]

const factsOf = (of: Key, zone: string): Fact[] => [
  { label: 'Workspace', value: of.tenant_name },
  { label: 'Role', value: ROLE_WORDS[of.role] },
  { label: 'Made by', value: of.created_by ?? '–' },
  { label: 'Created', value: <When time={of.created_at} zone={zone} /> },
  { label: 'Last used', value: <When time={of.last_used_at} zone={zone} /> },
]
