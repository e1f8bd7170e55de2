/** An act that asks first: GET shows the question for browsers without a script, POST to the same address does it. */
import {
  action,
  page,
  platformAction,
  platformPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import type { Crumb } from '../parts/page/page-head.tsx'
import { appPage, assertMay, confirmPage, installPage } from '../shell.tsx'

type AskSpec<T> = {
  /** `/keys/:id/revoke` */
  at: string
  operator?: true
  /** Only visitors who may call it see the question. */
  needs?: AnyOperation
  /** Loads the subject of the question; throws 404 when it does not exist. */
  of: (call: SignedInCall) => Promise<T>
  question: Question | ((of: T) => Question)
  /** Crumbs; "Cancel" leads to the last one. */
  crumbs: (call: SignedInCall, of: T) => Crumb[]
  does: (call: SignedInCall) => Promise<Reply>
}

export function askScreen<T>({ at, operator, needs, of, question, crumbs, does }: AskSpec<T>): readonly Screen[] {
  const ask = async (call: SignedInCall) => {
    if (needs) assertMay(call, needs)
    const subject = await of(call)
    const way = crumbs(call, subject)
    const form = {
      href: new URL(call.request.url).pathname,
      back: way.at(-1)!.href!,
      crumbs: way,
      fields: { idempotency_key: newId() },
    }
    const asked = typeof question === 'function' ? question(subject) : question
    return confirmPage(call, asked, form, operator ? installPage : appPage)
  }
  return operator ? [platformPage(at, ask), platformAction(at, does)] : [page(at, ask), action(at, does)]
}
