import { contentSecurityPolicy } from '../../../src/doors/headers.ts'
import { type Call, htmlResponse } from '../../../src/doors/pages/web.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { brandFor } from '../../branding.ts'
import type { Child } from '../../jsx/elements.ts'
import { DocPage, Mark } from '../../layout.tsx'
import { Name } from '../../parts/text/name.tsx'
import { Say } from '../../parts/text/say.tsx'
import { preferencesOf } from '../../shell.tsx'

/** Form for a question about the page, below the address of a portal or a report. */
export const askHref = (self: string, url: string): string => `${self}/ask?${new URLSearchParams({ u: url })}`

type EmbeddedWorkspace = { tenant_id: string; name: string; origins: readonly string[] }
type FramedPage = { to: Reader; title: string; foot: Child; referrer: 'same-origin' | 'no-referrer'; status?: number }

/** A public page of one workspace. Sites that its agency named may show it in a frame. */
export function framed(
  call: Call,
  { tenant_id, name, origins }: EmbeddedWorkspace,
  page: FramedPage,
  content: Child,
): Response {
  const brand = brandFor(call, tenant_id)
  const head = (
    <header class="doc-in doc-top">
      <Mark brand={brand} />
      <span class="muted">
        <Say
          to={page.to}
          text="for <b>{name}</b>"
          values={{ name }}
          tags={{
            b: () => (
              <b>
                <Name of={name} />
              </b>
            ),
          }}
        />
      </span>
    </header>
  )
  const markup = (
    <DocPage
      to={page.to}
      title={page.title}
      brand={brand}
      preferences={preferencesOf(call)}
      kind="portal"
      head={head}
      foot={<p>{page.foot}</p>}
    >
      {content}
    </DocPage>
  )
  const policy = contentSecurityPolicy(undefined, origins.length > 0 ? origins.join(' ') : undefined)
  return htmlResponse(markup, page.status ?? 200, {
    'content-security-policy': policy,
    'referrer-policy': page.referrer,
  })
}
