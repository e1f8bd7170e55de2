/** Questions of readers are written about to the agency. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { askAgain } from '../../../src/features/reports/portal/page-questions.ts'
import type { PageQuestionRow } from '../../../src/features/reports/tables.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const letters = () =>
  w.db.read((tx) =>
    tx.rows<{ id: string; to_address: string }>(
      "select id, to_address from mails where template = 'question_asked' order by id",
    ),
  )
const ask = (text: string) =>
  w.call<{ id: string }>('vera', 'ask_about_page', { url: 'https://bakery.example/rye', text })

test('a question is one e-mail to the agency’s recipients, with its words, and none where that is switched off', async () => {
  await ask('Why? See https://evil.example')
  const [letter, ...more] = letters()
  expect(more).toEqual([])
  expect(letter!.to_address).toBe('ada@northwind.example')
  const { subject, text } = await w.call<{ subject: string; text: string }>('ada', 'get_email', { id: letter!.id })
  expect(subject).toBe('Bakery: a question about https://bakery.example/rye')
  expect(text).toContain('vera@bakery.example asked about https://bakery.example/rye (Bakery):')
  expect(text).toContain('Why? See https: evil. example')
  await w.call('ada', 'update_notifications', { id: 'ten_northwind', events: ['low_credits'] })
  await ask('And now?')
  expect(letters()).toHaveLength(1)
})

test('a question that is opened again is not sent again', async () => {
  const { id } = await ask('Why?')
  w.db.write((tx) => {
    const row = tx.row<PageQuestionRow>('select * from page_questions where id = ?', id)!
    tx.run('delete from page_questions')
    askAgain(tx, row)
  })
  expect(letters()).toHaveLength(1)
})
