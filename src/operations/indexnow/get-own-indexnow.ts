import Type from 'typebox'
import { Submission } from '../../domains/indexnow/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getOwnIndexnow = read({
  name: 'get_own_indexnow',
  route: 'GET /indexnow/own',
  role: 'platform',
  summary: "Submissions of this install's own public pages: those on the host of its site address.",
  input: Type.Object(listInput('created_at')),
  output: Type.Object({ host: Type.String(), ...ListOf(Submission).properties }),
  example: {},

  handle({ tx, app }, asked) {
    const { host } = new URL(app.config.site_url)
    const submissions = list(
      tx,
      { select: '*', from: 'indexnow_submissions', where: [when('host = ?', host)], sorts: { created_at: 'id' } },
      asked,
    )
    return { host, ...submissions }
  },
})
