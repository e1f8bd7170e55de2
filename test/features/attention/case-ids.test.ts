/** `id` of a case: its description says what programs find in it. */
import { expect, test } from 'bun:test'
import { AttentionShape } from '../../../src/features/attention/index.ts'
import { browserOf } from '../../views/browser.ts'
import { CAST, world } from '../../world.ts'
import { seedIssues } from '../reports/issues/seed.ts'

test('the id of the case about waiting reports is a word, and the schema says so', async () => {
  const w = world()
  try {
    w.db.write(seedIssues)
    const { open } = await w.call<{ open: { kind: string; id: string }[] }>('ada', 'get_attention', {})
    const { id } = open.find(({ kind }) => kind === 'report')!
    expect(id).toBe('waiting')
    const said: object = AttentionShape.properties.open.items.properties.id
    expect(said).toMatchObject({ description: expect.stringContaining(`a word such as \`${id}\``) })
  } finally {
    await w.close()
  }
})

test.each([
  ['owner', [], true],
  ['admin', [], true],
  ['member', ['usr_vera'], true],
  ['member', ['usr_ada'], false],
  ['member', [], false],
  ['client_viewer', ['usr_vera'], false],
] as const)(
  'a client’s own %s, with the approvers %p: case and pages of its reports are shown: %p',
  async (role, approvers, shown) => {
    const w = world()
    try {
      w.db.write((tx) => {
        seedIssues(tx)
        tx.run("update members set role = 'member' where user_id = ?", CAST.vera.id)
      })
      await w.call('ada', 'put_report_schedule', { id: CAST.vera.tenant_id, approvers: [...approvers] })
      w.db.write((tx) => tx.run('update members set role = ? where user_id = ?', role, CAST.vera.id))
      const vera = browserOf(w)
      const base = `/app/w/${CAST.vera.tenant_id}`
      const desk = await vera.visit('vera', `${base}/reports/desk`)
      const issue = await vera.visit('vera', `${base}/reports/issues/iss_bakery`)
      const today = await vera.visit('vera', `${base}/today`)
      expect([desk.status, issue.status, today.html.includes('/reports/desk?state=waiting')]).toEqual(
        shown ? [200, 200, true] : [303, 303, false],
      )
      if (!shown)
        expect([desk, issue].map(({ headers }) => headers.get('location'))).toEqual([
          `${base}/reports`,
          `${base}/reports`,
        ])
      const agency = await vera.visit('ada', `/app/w/${CAST.ada.tenant_id}/reports/desk`)
      expect(agency.status).toBe(200)
    } finally {
      await w.close()
    }
  },
)
