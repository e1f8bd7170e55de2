/** For the platform admin: accounts that were let in further than whoever made them could have let them in. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getUnverifiedAccounts } from '../../src/operations/users/get-unverified-accounts.ts'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { ROLE_WORDS } from '../parts/words.ts'

type Unproved = AnswerOf<typeof getUnverifiedAccounts>['accounts'][number]

export type UnprovedProps = { accounts: readonly Unproved[]; zone?: string }

export const UnprovedAccounts = ({ accounts, zone = 'UTC' }: UnprovedProps) => (
  <>
    <PageHead
      title="Accounts to look at"
      sub="Nobody has confirmed their addresses, and they may do more than whoever made them could have allowed. Whoever made an account may know its password: ask these people whether it is theirs, and take it out of the workspace where it is not. Once the address is confirmed, the account leaves this list."
    />
    <Card title="Unconfirmed, with more than they began with">
      <DataTable caption="Accounts" columns={columns(zone)} rows={accounts} />
    </Card>
  </>
)

const columns = (zone: string): Column<Unproved>[] => [
  {
    label: 'Account',
    cell: (one) => (
      <>
        <b>{one.email}</b>
        <span class="sub">{one.made_by ? `Made by ${one.made_by}` : 'Nobody knows who made it'}</span>
      </>
    ),
  },
  {
    label: 'What it has',
    cell: (one) => one.places.map(({ name, role }) => `${name}: ${ROLE_WORDS[role]}`).join(', '),
  },
  { label: 'Made', class: 'num when', cell: (one) => <When time={one.created_at} zone={zone} /> },
]
