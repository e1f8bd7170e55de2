/** Acts that the palette offers before anything is typed, limited to those that the visitor may do. */
import { filled, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { sayStored, text } from '../../src/kernel/language/say.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { checkIndex } from '../../src/operations/checks.ts'
import { createCreditRequest } from '../../src/operations/credits/packs.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { addMember } from '../../src/operations/members.ts'
import { createSubTenant } from '../../src/operations/tenants/workspaces.ts'
import { may } from '../frame/visitor.ts'
import type { IconName } from '../parts/icon.tsx'
import { DO, type PaletteEntry } from './palette.tsx'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    palette: readonly DefaultAction[]
  }
}

export type DefaultAction = { label: string; icon: IconName; at: string; needs: AnyOperation }

/** The feature that adds it has no other texts for clients. */
export const ADD_SOURCE = text('Add source')

const actionsOf = (call: SignedInCall): readonly DefaultAction[] => [
  { label: text('Push links'), icon: 'send', at: '/push', needs: submitIndexJob },
  { label: text('Check links'), icon: 'scan-search', at: '/checks/new', needs: checkIndex },
  { label: 'Add client', icon: 'plus', at: '/clients/new', needs: createSubTenant },
  ...filled(call, 'palette').flat(),
  { label: text('Get credits'), icon: 'coins', at: '/credits/buy', needs: createCreditRequest },
  { label: text('Invite person'), icon: 'circle-user', at: '/members', needs: addMember },
]

/** A client has no clients of its own. */
export const defaultActions = (call: SignedInCall, to: Reader, { is_client }: { is_client: boolean }): PaletteEntry[] =>
  actionsOf(call)
    .filter(({ at, needs }) => may(call, needs) && !(is_client && at === '/clients/new'))
    .map(({ label, icon, at }) => ({ label: sayStored(to, label), icon, href: call.base + at, kind: '', group: DO }))
