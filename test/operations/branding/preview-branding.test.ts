import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { CAST, type World, world } from '../../world.ts'

const id = CAST.ada.tenant_id
let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const onPlan = (plan: string) => w.db.write((tx) => void tx.run('update tenant_plans set plan = ?', plan))

test('preview_branding shows the brand with other parts, keeps the rest, and stores nothing', async () => {
  await w.call('ada', 'put_branding', { id, accent: '#0f766e', from_name: 'Tidewater' })
  expect(await w.call<object>('ada', 'preview_branding', { id, accent: '#ffc845' })).toMatchObject({
    ...{ name: 'Tidewater', accent: '#ffc845', logo_url: null },
  })
  expect(await w.call<object>('ada', 'preview_branding', { id, from_name: null })).toMatchObject({ name: 'Northwind' })
  const { shown } = await w.call<{ shown: object }>('ada', 'get_branding', { id })
  expect(shown).toMatchObject({ name: 'Tidewater', accent: '#0f766e' })
  expect(await refusal(w.call('ben', 'preview_branding', { id, accent: '#ffc845' }))).toMatchObject({
    code: 'forbidden',
  })
})

test('a part that the plan does not include stays as it is, and get_branding says why and what to do', async () => {
  onPlan('free')
  expect(await w.call<object>('ada', 'preview_branding', { id, accent: '#ffc845' })).toMatchObject({ accent: null })
  const { locked } = await w.call<{ locked: Record<string, string> }>('ada', 'get_branding', { id })
  expect(locked.accent).toContain('needs the plan Agency')
  const below = await w.call<{ locked: Record<string, string> }>('ada', 'get_branding', { id: CAST.vera.tenant_id })
  expect(below.locked.accent).toBe('The plan of Northwind does not include this. Ask them.')
})
