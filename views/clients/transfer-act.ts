/** Action of the transfer panel in the list of clients, on a client's page and in the operator's list. */
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { allocateCredits } from '../../src/operations/credits/balances.ts'
import { many } from '../parts/text/format.ts'
import { formAction, type Redraw } from '../screens/form-screen.tsx'

/** Faults of the whole panel, not of one field. */
export const TRANSFER_FAULTS = ['insufficient_credits', 'conflict'] as const

/** The panel has a direction, so its amount has no sign. */
export const signed = (form: SignedInCall['form']) =>
  form.way === 'back' ? { ...form, amount: (form.amount ?? '').replace(/^-?/, '-') } : form

type TransferFacts = { amount: number; kind: string; direction: 'in' | 'out' }
export const movedWords = ({ amount, kind, direction }: TransferFacts): string =>
  `${many(amount, `${kind} credit`)} ${direction === 'in' ? 'transferred' : 'taken back'}.`

/** `back`: address of the next page. */
export const transferAction = (at: string, page: Redraw, back: (call: SignedInCall) => string) =>
  formAction({
    at,
    operation: allocateCredits,
    fields: ['amount', 'kind', 'note'],
    read: signed,
    given: ({ params }) => ({ tenant_id: params.id }),
    once: true,
    faults: TRANSFER_FAULTS,
    page,
    done: (call, line) =>
      goTo(back(call), {
        text: movedWords(line),
        link: { href: `${call.base}/credits/${line.related[0]!.id}`, label: 'Undo' },
      }),
  })
