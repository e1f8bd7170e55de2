/** An act that asks first: GET shows the question for browsers without a script, POST to the same address does it. */
import type { TObject } from 'typebox'
import { page, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import type { Crumb } from '../parts/page/page-head.tsx'
import { appPage, assertMay, confirmPage, installPage } from '../shell.tsx'
import { type ActOptions, type AfterAct, act, type MoreInput, platformAct } from './act.ts'

type AskSpec<T, I extends TObject, A> = ActOptions & {
  /** `/keys/:id/revoke` */
  at: string
  operator?: boolean
  /** Only visitors who may call it see the question. */
  operation: Operation<I, A>
  /** Input besides what the form and the path name. */
  more?: MoreInput<I>
  /** Loads the subject of the question; throws 404 when it does not exist. */
  of: (call: SignedInCall) => T | Promise<T>
  question: Question | ((of: T, call: SignedInCall) => Question)
  /** Crumbs; "Cancel" leads to the last one. */
  crumbs: (call: SignedInCall, of: T) => Crumb[]
  done: AfterAct<A>
}

export function askScreen<T, I extends TObject, A>(spec: AskSpec<T, I, A>): readonly Screen[] {
  const { at, operator, operation, more, of, question, crumbs, done } = spec
  const ask = async (call: SignedInCall) => {
    assertMay(call, operation)
    const subject = await of(call)
    const way = crumbs(call, subject)
    const form = {
      href: new URL(call.request.url).pathname,
      back: way.at(-1)!.href!,
      crumbs: way,
      fields: { idempotency_key: newId() },
    }
    const asked = typeof question === 'function' ? question(subject, call) : question
    return confirmPage(call, asked, form, operator ? installPage : appPage)
  }
  const [get, post] = operator ? [platformPage, platformAct] : [page, act]
  return [get(at, ask), post(at, operation, done, more, spec)]
}
