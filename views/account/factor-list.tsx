/** The visitor's factors, and the number of remaining recovery codes. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listFactors } from '../../src/operations/account/factors.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { many } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { Elsewhere } from './elsewhere.tsx'

type Factors = AnswerOf<typeof listFactors>
type Factor = Factors['factors'][number]

type FactorListProps = Factors & { self: string; elsewhere: string | null; zone: string }

export function FactorList({ factors, recovery_codes, rp_id, self, elsewhere, zone }: FactorListProps) {
  const confirmed = factors.filter((one) => one.confirmed)
  return (
    <>
      <Section title="Your factors">
        <DataTable
          caption="Factors"
          columns={columnsOf(self, zone).slice(0, elsewhere ? -1 : undefined)}
          rows={confirmed}
          lines
          empty={<EmptyState icon="shield-check">No second factor. Your password alone signs you in.</EmptyState>}
        />
        {elsewhere ? (
          <Elsewhere site={elsewhere} />
        ) : (
          <>
            <div class="acts">
              <Post action={`${self}/totp`} class="btn primary" label="Add authenticator app" />
              {rp_id && <Post action={`${self}/passkeys`}>Add passkey</Post>}
            </div>
            <p class="hint">{rp_id ? `A new passkey works at ${rp_id} only.` : NO_PASSKEYS}</p>
          </>
        )}
      </Section>
      {confirmed.length > 0 && (
        <Section title="Recovery codes">
          <p>{`${many(recovery_codes, 'code', 'codes')} left. Each signs you in once when the factor is lost.`}</p>
          {!elsewhere && <Post action={`${self}/codes`}>Make new codes</Post>}
        </Section>
      )}
    </>
  )
}

const NO_PASSKEYS = 'Passkeys need HTTPS and a host name. The address of this install lacks one of them.'

const columnsOf = (self: string, zone: string): Column<Factor>[] => [
  {
    label: 'Factor',
    cell: (one) => (
      <Named name={one.name} sub={wordsOf(one)}>
        {one.suspect && <Chip word="Refused" icon="triangle-alert" tone="bad" />}
      </Named>
    ),
  },
  { label: 'Added', class: 'num when wide-only', cell: (one) => <When time={one.created_at} zone={zone} /> },
  { label: 'Last used', class: 'num when', cell: (one) => <When time={one.last_used_at} zone={zone} /> },
  {
    label: 'Change',
    class: 'end',
    cell: (one) => (
      <div class="acts">
        <LinkButton class="btn small" href={`${self}/${one.id}`} label="Rename" of={one.name} />
        <Post action={`${self}/${one.id}/remove`} class="btn small" label="Remove" of={one.name} />
      </div>
    ),
  },
]

/** Description of a factor; of a refused passkey, the reason. */
function wordsOf({ kind, rp_id, made_by, backed_up, suspect }: Factor): string {
  if (kind === 'totp') return 'A code every 30 seconds'
  if (suspect) return 'There may be a copy of it. Remove it and add a new one.'
  return `${made_by ?? 'Passkey'} for ${rp_id}, ${backed_up ? 'synced' : 'on one device'}`
}
