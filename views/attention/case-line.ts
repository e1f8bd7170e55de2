/** A row of Today: a case as a line with at most two acts. */

import type { NameOf } from '../../src/doors/pages/people.ts'
import type { ActingCase, CaseKind } from '../../src/features/attention/index.ts'
import type { Child } from '../jsx/elements.ts'
import type { IconName } from '../parts/icon.tsx'

/** Actions in the row, by the last part of their path. */
export const ACTS = ['give', 'verify', 'retry', 'look', 'approve', 'grant', 'answer'] as const
export type ActName = (typeof ACTS)[number]

/** The action of a case: a form, or a link to the page where it is done. */
export type Act = { verb: string } & (
  | { act: ActName; fields: Record<string, string> }
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

/** The visitor's permissions for cases, and the base path of the pages. */
export type CaseContext = {
  base: string
  /** The client on whose page the cases are. */
  of?: string
  tenant_id: string
  may: Record<ActName | 'packs' | 'push' | 'hook' | 'operate', boolean>
  zone: string
  /** Names of people, for cases that have their addresses. */
  names: NameOf
}

export const there = ({ tenant_id }: ShownCase, path = ''): string => `/app/w/${tenant_id}${path}`

export type CaseSentence = (one: ShownCase, desk: CaseContext) => CaseText
export type CaseSentences<K extends CaseKind> = Record<K, CaseSentence>

export const when = (allowed: boolean, act: Act): Act | undefined => (allowed ? act : undefined)

/** Address and act of a case that another page resolves. */
export const opens = (verb: string, href: string, allowed = true) => ({ href, act: when(allowed, { verb, href }) })
