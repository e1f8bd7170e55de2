/** The key file of a site: its name, content and folder, to copy, to download or to send to the client. */
import { attachment } from '../../src/doors/attachment.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getIndexnowSite } from '../../src/operations/indexnow/sites.ts'
import { letterHref } from '../letters/drafts.ts'
import { LetterLink, LetterPlace } from '../letters/letter-form.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Icon } from '../parts/icon.tsx'

export type SiteAnswer = AnswerOf<typeof getIndexnowSite>

type KeyFileProps = { site: SiteAnswer; base: string; verifies: boolean }

export const KeyFile = ({ site, base, verifies }: KeyFileProps) => {
  const self = `${base}/indexnow/${site.id}`
  const place = `letter-key-${site.id}`
  return (
    <div id="key-file">
      <ol class="form">
        <li>
          <CopyField id={`key-${site.id}`} label="Content of the file, only the key" value={site.key}>
            <a class="btn" href={`${self}/file`} download={nameOf(site)}>
              <Icon name="download" />
              {`Download ${shortName(site)}`}
            </a>
          </CopyField>
        </li>
        <li>
          <CopyField
            id={`key-url-${site.id}`}
            label="Publish it at this address"
            value={site.key_url}
            hint={
              site.covers === '/'
                ? `${folderOf(site)} It covers the whole host.`
                : `${folderOf(site)} It covers only ${site.covers}`
            }
          >
            {verifies && (
              <LetterLink href={letterHref(base, 'key', site.id)} at={place} class="btn" label="Send to the client" />
            )}
          </CopyField>
          <LetterPlace at={place} />
        </li>
        <li>
          {verifies ? (
            <Post action={`${self}/verify`} class="btn primary">
              {site.status === 'verified' ? 'Verify again' : 'Verify'}
            </Post>
          ) : (
            'Ask a member to verify it.'
          )}
        </li>
      </ol>
    </div>
  )
}

const nameOf = ({ key_url }: SiteAnswer): string => key_url.slice(key_url.lastIndexOf('/') + 1)

/** Shortened, because the start of a key is enough to identify its file. */
const shortName = (site: SiteAnswer): string => {
  const name = nameOf(site)
  return name.length > 16 ? `${name.slice(0, 6)}….txt` : name
}

const folderOf = ({ key_url }: SiteAnswer): string => {
  const { pathname } = new URL(key_url)
  return pathname.lastIndexOf('/') === 0
    ? 'In the root folder of the site.'
    : `In the folder ${pathname.slice(0, pathname.lastIndexOf('/') + 1)}`
}

export async function keyFile(call: SignedInCall): Promise<Response> {
  const site = await call.call(getIndexnowSite, { id: call.params.id })
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-disposition': attachment(nameOf(site)) }
  return new Response(site.key, { headers })
}
