/** The visitor's factors, and the number of remaining recovery codes. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listFactors } from '../../src/operations/account/factors.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'
import { Elsewhere } from './elsewhere.tsx'

type Factors = AnswerOf<typeof listFactors>
type Factor = Factors['factors'][number]

type FactorListProps = Factors & { self: string; elsewhere: string | null; zone: Reader }

export function FactorList({ factors, recovery_codes, rp_id, self, elsewhere, zone }: FactorListProps) {
  const confirmed = factors.filter((one) => one.confirmed)
  return (
    <>
      <Section title={say(zone, 'Your factors')}>
        <DataTable
          to={zone}
          caption={text('Factors')}
          columns={columnsOf(self, zone).slice(0, elsewhere ? -1 : undefined)}
          rows={confirmed}
          lines
          empty={
            <EmptyState icon="shield-check">
              {say(zone, 'No second factor. Your password alone signs you in.')}
            </EmptyState>
          }
        />
        {elsewhere ? (
          <Elsewhere to={zone} site={elsewhere} />
        ) : (
          <>
            <div class="acts">
              <Post to={zone} action={`${self}/totp`} class="btn primary" label={say(zone, 'Add authenticator app')} />
              {rp_id && (
                <Post to={zone} action={`${self}/passkeys`}>
                  {say(zone, 'Add passkey')}
                </Post>
              )}
            </div>
            <p class="hint">
              {rp_id ? say(zone, 'A new passkey works at {host} only.', { host: rp_id }) : say(zone, NO_PASSKEYS)}
            </p>
          </>
        )}
      </Section>
      {confirmed.length > 0 && (
        <Section title={say(zone, 'Recovery codes')}>
          <p>
            {say(
              zone,
              '{n, plural, one {# code} other {# codes}} left. Each signs you in once when the factor is lost.',
              { n: recovery_codes },
            )}
          </p>
          {!elsewhere && (
            <Post to={zone} action={`${self}/codes`}>
              {say(zone, 'Make new codes')}
            </Post>
          )}
        </Section>
      )}
    </>
  )
}

const NO_PASSKEYS = text('Passkeys need HTTPS and a host name. The address of this install lacks one of them.')

const columnsOf = (self: string, zone: Reader): Column<Factor>[] => [
  {
    label: text('Factor'),
    cell: (one) => (
      <Named name={one.name} sub={wordsOf(one, zone)}>
        {one.suspect && <Chip to={zone} word={text('Refused')} icon="triangle-alert" tone="bad" />}
      </Named>
    ),
  },
  { label: text('Added'), class: 'num when wide-only', cell: (one) => <When time={one.created_at} zone={zone} /> },
  { label: text('Last used'), class: 'num when', cell: (one) => <When time={one.last_used_at} zone={zone} /> },
  {
    label: text('Change'),
    class: 'end',
    cell: (one) => (
      <div class="acts">
        <LinkButton class="btn small" href={`${self}/${one.id}`} label={say(zone, 'Rename')} of={one.name} />
        <Post
          to={zone}
          action={`${self}/${one.id}/remove`}
          class="btn small"
          label={say(zone, 'Remove')}
          of={one.name}
        />
      </div>
    ),
  },
]

/** Description of a factor; of a refused passkey, the reason. */
function wordsOf({ kind, rp_id, made_by, backed_up, suspect }: Factor, to: Reader): string {
  if (kind === 'totp') return say(to, 'A code every 30 seconds')
  if (suspect) return say(to, 'There may be a copy of it. Remove it and add a new one.')
  return say(to, '{passkey} for {host}, {kept, select, synced {synced} other {on one device}}', {
    ...{ passkey: made_by ?? say(to, 'Passkey'), host: rp_id ?? '', kept: backed_up ? 'synced' : 'device' },
  })
}
