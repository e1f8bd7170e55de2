/** A row of Today: a case as a line with at most two acts. */

import type { ActingCase, CaseKind } from '../../src/domains/figures/index.ts'
import type { NameOf } from '../../src/doors/pages/people.ts'
import type { Flash, SignedInCall, Slots } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import type { IconName } from '../parts/icon.tsx'
import type { OneCall } from '../screens/act.ts'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Sentences of cases, by their kind. */
    case_words: Partial<Record<CaseKind, CaseSentence>>
    /** Actions in the row of a case, by the last part of their path. */
    case_acts: Readonly<Record<string, ActCall>>
    /** Operations that sentences ask about with `may`. */
    case_rights: Readonly<Record<string, AnyOperation>>
  }
}

export type ActCall = (call: SignedInCall, id: string) => OneCall<Flash>

/** The action of a case: a form, or a link to the page where it is done. */
export type Act = { verb: string } & (
  | { act: string; fields: Record<string, string> }
  /** With `shows`, that part of the page unfolds below the row. */
  | { href: string; shows?: string }
)

/** A case, with its operation if the answer names it. */
export type ShownCase = Omit<ActingCase, 'act'> & Partial<Pick<ActingCase, 'act'>>

export type CaseText = {
  icon: IconName
  tone: 'bad' | 'warn' | 'info'
  text: string
  sub?: Child
  href: string
  act?: Act
  also?: Act
}

type OwnRight = 'give' | 'verify' | 'retry' | 'look' | 'grant' | 'packs' | 'push' | 'operate'

/** The visitor's permissions for cases, and the base path of the pages. */
export type CaseContext = {
  base: string
  /** The client on whose page the cases are. */
  of?: string
  tenant_id: string
  may: Readonly<Record<OwnRight, boolean> & Partial<Record<string, boolean>>>
  /** Sentences of features. */
  words?: Slots['case_words']
  zone: Reader
  /** Names of people, for cases that have their addresses. */
  names: NameOf
}

export const there = ({ tenant_id }: ShownCase, path = ''): string => `/app/w/${tenant_id}${path}`

export type CaseSentence = (one: ShownCase, desk: CaseContext) => CaseText
export type CaseSentences<K extends CaseKind> = Record<K, CaseSentence>

export const when = (allowed: boolean | undefined, act: Act): Act | undefined => (allowed ? act : undefined)

/** Address and act of a case that another page resolves. */
export const opens = (verb: string, href: string, allowed = true) => ({ href, act: when(allowed, { verb, href }) })
