import Type from 'typebox'
import { WAITLIST_COLUMNS, WaitlistRequest, WaitlistStatus } from '../../index.ts'
import { ListOf, listInput, looseCondition, Search } from '../../../../kernel/database/list.ts'
import { searchList } from '../../../../kernel/database/search.ts'
import { read } from '../../../../kernel/operation/operation.ts'

export const listWaitlist = read({
  name: 'list_waitlist',
  route: 'GET /waitlist',
  role: 'platform',
  summary: 'Requests for an invite, newest first.',
  description: '`q` searches address and note.',
  input: Type.Object({ ...listInput('created_at', 'email'), q: Search, status: Type.Optional(WaitlistStatus) }),
  output: ListOf(WaitlistRequest),
  example: { status: 'pending' },

  handle: ({ tx }, { q, status, ...page }) =>
    searchList(
      tx,
      {
        select: WAITLIST_COLUMNS,
        from: 'waitlist',
        where: [status ? { ...looseCondition('status = ?', status), in_order: '+status = ?' } : null],
        sought: { q, columns: ['email', "coalesce(note, '')"] },
        sorts: { created_at: 'id', email: 'email' },
      },
      page,
    ),
})
