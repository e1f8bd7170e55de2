/** For the platform admin: unverified accounts with more rights than their creator could give. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getUnverifiedAccounts } from '../../src/operations/users/accounts.ts'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'
import { ROLE_WORDS } from '../parts/text/words.ts'

type Unverified = AnswerOf<typeof getUnverifiedAccounts>['accounts'][number]

export const UNVERIFIED = {
  title: 'Unverified accounts',
  sub: 'The person who made an account may know its password. Ask these people whether it is theirs, or remove it.',
  kind: 'settings',
}

export const UnverifiedAccounts = ({ accounts, zone = 'UTC' }: { accounts: readonly Unverified[]; zone?: string }) => (
  <DataTable caption="Accounts" columns={columns(zone)} rows={accounts} lines />
)

const columns = (zone: string): Column<Unverified>[] => [
  {
    label: 'Account',
    cell: (one) => <Named name={one.email} sub={one.made_by ? `Made by ${one.made_by}` : 'Maker unknown'} />,
  },
  { label: 'Rights', cell: (one) => one.places.map(({ name, role }) => `${name}: ${ROLE_WORDS[role]}`).join(', ') },
  { label: 'Created', class: 'num when', cell: (one) => <When time={one.created_at} zone={zone} /> },
]
