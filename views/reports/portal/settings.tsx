/** Settings of a client's public page: on or off, sites that may embed it, and the HTML to embed it. */
import { goTo, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { getPortal, putPortal } from '../../../src/features/reports/operations/portal.ts'
import { getTenant } from '../../../src/operations/tenants/workspaces.ts'
import { CopyField } from '../../parts/forms/copy.tsx'
import { formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { assertMay, drawPage } from '../../shell.tsx'

async function settings(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, putPortal)
  const client = await call.call(getTenant, { id: call.params.id })
  const { url, embed, enabled, origins } = await call.call(getPortal, { id: client.id })
  return drawPage(
    call,
    {
      title: `Portal of ${client.name}`,
      sub: 'A public page where the client asks whether a page is indexed.',
      client,
      kind: 'client',
    },
    <>
      {url && embed && (
        <div class="form">
          <CopyField id="address" label="Address" value={url} />
          <CopyField id="embed" label="Line of HTML for your site" value={embed} />
        </div>
      )}
      {form.form(`${call.base}/clients/${client.id}/portal`, { enabled, origins }, undefined, refused)}
    </>,
  )
}

const form = formScreen({
  at: '/clients/:id/portal',
  operation: putPortal,
  fields: ['enabled', 'origins'],
  given: ({ params }) => ({ id: params.id }),
  verb: 'Save',
  hints: {
    origins: 'One a line, such as https://your-site.example.',
    enabled: 'Switched off, its address never works again.',
  },
  page: settings,
  done: (call) => goTo(`${call.base}/clients/${call.params.id}/portal`, { text: 'Saved.' }),
})

export const portalSettingScreens: readonly Screen[] = [
  page('/clients/:id/portal', (call) => settings(call)),
  ...form.screens,
]
