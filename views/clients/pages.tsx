/** The list of clients with its transfer panel, and questions before a client is archived, restored or deleted. */
import { iconFile } from '../../src/doors/pages/branding.ts'
import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { deleteTenant, updateTenant } from '../../src/operations/tenants/workspaces.ts'
import type { Issue } from '../parts/forms/form.tsx'
import { askScreen } from '../screens/ask-screen.ts'
import { ARCHIVE_QUESTIONS, type ArchiveSubject, archiveSubjectOf } from './archive-questions.ts'
import { clientPageScreens } from './client-pages.tsx'
import { clientList, transferPanel } from './clients.tsx'
import { newClientScreens } from './new-client-pages.tsx'
import { pickedClientScreens } from './picked/picked-pages.tsx'
import { savedViewScreens } from './saved-views.tsx'
import { closed } from './transfer.tsx'
import { transferAction } from './transfer-act.ts'

const listOf = ({ base }: SignedInCall): string => `${base}/clients`

/** Icons have their hash in the address, so browsers keep them; nothing in them is ever run. */
function icon({ app, caller, params }: SignedInCall): Response {
  const found = iconFile(app, caller, params.id!, params.file!.replace(/\.png$/, ''))
  if (!found) throw notFound('file')
  return new Response(found.body as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': found.type,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    },
  })
}

const asked = (name: keyof typeof ARCHIVE_QUESTIONS, text: string) => ({
  at: `/clients/:id/${name}`,
  of: archiveSubjectOf,
  question: (client: ArchiveSubject, call: SignedInCall) =>
    ARCHIVE_QUESTIONS[name](client, `${listOf(call)}/${client.id}/archive`),
  crumbs: (call: SignedInCall, client: ArchiveSubject) => [
    { label: 'Clients', href: listOf(call) },
    { label: client.name, href: `${listOf(call)}/${client.id}` },
  ],
  done: (call: SignedInCall) => goTo(listOf(call), { text }),
})

export const clientScreens: readonly Screen[] = [
  ...clientList.screens,
  ...newClientScreens,
  ...pickedClientScreens,
  page('/clients/:id/icon/:file', icon),
  ...savedViewScreens,
  ...clientPageScreens,
  // The panel closes after the transfer.
  transferAction(
    '/clients/:id/credits',
    (call, { issues }) => refused(call, issues),
    (call) => closed(listOf(call), sentFrom(call)),
  ),
  ...askScreen({
    ...asked('archive', 'Archived. “Show archived” in the menu lists it, to restore it.'),
    operation: updateTenant,
    more: { archived: true },
  }),
  ...askScreen({
    ...asked('restore', 'Restored. Waiting links are sent again.'),
    operation: updateTenant,
    more: { archived: false },
  }),
  ...askScreen({ ...asked('delete', 'Client deleted.'), operation: deleteTenant, more: { mode: 'delete' } }),
]

/** The same list, with the refused transfer in the panel. */
async function refused(call: SignedInCall, issues: readonly Issue[]) {
  const again = { ...call, query: { ...call.query, ...sentFrom(call) } }
  return clientList.draw(again, null, await transferPanel(again, issues))
}

/** Filters of the list, and the typed values. */
function sentFrom({ params, form }: SignedInCall): Record<string, string> {
  const { back = '' } = form
  const query = back.includes('?') ? back.slice(back.indexOf('?')) : ''
  return {
    ...Object.fromEntries(new URLSearchParams(query)),
    transfer: params.id!,
    way: form.way ?? '',
    amount: form.amount ?? '',
  }
}
