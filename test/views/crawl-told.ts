/** Of the forms that were found: which say how a program does the same, and what they say when they are asked. */
import { SAME_AS } from '../../src/doors/pages/web.ts'
import { SECOND } from '../../src/kernel/time/clock.ts'
import type { Form } from './addresses.ts'
import type { browserOf } from './browser.ts'
import type { Office, Walker } from './crawl-seed.ts'

const within = (action: string): boolean => /^\/app\/(w|platform)\//.test(action)
/** Whether a form only asks how a program does the same. */
export const isQuestion = (action: string): boolean => action.includes(`${SAME_AS}=`)
const actOf = (action: string): string => action.replace(new RegExp(`[?&]${SAME_AS}=.*`), '')

/** Acts of the app that say nothing of it on a page where they stand: by address, with the page. */
export function silent(forms: readonly Form[]): Map<string, string> {
  const asked = new Set(forms.map(({ on, action }) => `${on} ${actOf(action)}${isQuestion(action) ? '?' : ''}`))
  return new Map(
    forms
      .filter(({ method, action }) => method === 'post' && within(action) && !isQuestion(action))
      .filter(({ on, action }) => !asked.has(`${on} ${action}?`))
      .map(({ on, action }) => [action, on]),
  )
}

export type Answer = { action: string; on: string; status: number; operation: string | null; all: string[] }

/** Asks every form once, with what stands in it. */
export async function askAll(
  office: Office,
  browser: ReturnType<typeof browserOf<Walker>>,
  person: Walker,
  forms: readonly Form[],
  typed: Record<string, string>,
): Promise<Answer[]> {
  const answers = new Map<string, Answer>()
  for (const { on, action, fields } of forms) {
    if (!isQuestion(action) || answers.has(action)) continue
    office.clock.turn(SECOND)
    const given = {
      ...(/\/(push|checks\/new|reports\/clients)\?/.test(action) ? typed : {}),
      ...Object.fromEntries(fields),
    }
    const { status, html } = await browser.send(person, action, given)
    const all = [...html.matchAll(/<section class="stack" aria-label="(\w+)"/g)].map(([, name]) => name!)
    answers.set(action, { action, on, status, operation: all[0] ?? null, all })
  }
  return [...answers.values()]
}
