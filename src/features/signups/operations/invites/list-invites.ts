import Type from 'typebox'
import { hasStatus, Invite, type InviteRow, InviteStatus, inviteOf, inviteOfCode } from '../../index.ts'
import { ListOf, listInput, Search, when } from '../../../../kernel/database/list.ts'
import { mapPage, searchList } from '../../../../kernel/database/search.ts'
import { read } from '../../../../kernel/operation/operation.ts'

export const listInvites = read({
  name: 'list_invites',
  route: 'GET /invites',
  role: 'platform',
  summary: 'Invites to this install, newest first.',
  description: '`q` searches address and note, and finds a complete code.',
  input: Type.Object({
    ...listInput('created_at', 'expires_at', 'email'),
    q: Search,
    status: Type.Optional(InviteStatus),
  }),
  output: ListOf(Invite),
  example: { status: 'active' },

  handle({ tx, app }, { q, status, ...page }) {
    const by_code = q ? inviteOfCode(tx, q.trim()) : null
    const found = searchList<InviteRow>(
      tx,
      {
        select: '*',
        from: 'invites',
        where: [status ? hasStatus(status, tx.now) : null, by_code ? when('id = ?', by_code.id) : null],
        sought: { q: by_code ? undefined : q, columns: ["coalesce(email, '')", "coalesce(note, '')"] },
        sorts: { created_at: 'id', expires_at: 'expires_at, id', email: 'email, id' },
      },
      page,
    )
    const { now } = tx
    return mapPage(found, (invite) => inviteOf(app, invite, now))
  },
})
