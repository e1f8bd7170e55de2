/** The key file of a site: its name, content and folder, to copy, to download or to send to the client. */
import { attachment } from '../../src/doors/attachment.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getIndexnowSite } from '../../src/operations/indexnow/get-indexnow-site.ts'
import { LinkButton } from '../parts/button.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Icon } from '../parts/icon.tsx'
import { mailto } from '../parts/text/format.ts'

export type SiteAnswer = AnswerOf<typeof getIndexnowSite>

type KeyFileProps = { site: SiteAnswer; self: string; verifies: boolean }

export const KeyFile = ({ site, self, verifies }: KeyFileProps) => (
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
          <LinkButton href={letterOf(site)} icon="mail" label="Send to the client" />
        </CopyField>
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

/** A `mailto` link, because the person who publishes files often has no account. */
function letterOf(site: SiteAnswer): string {
  const body = [
    `Please publish a text file on ${site.host}, so that search engines accept new pages at once (IndexNow).`,
    '',
    `File name: ${nameOf(site)}`,
    `Content: ${site.key}`,
    `Address when it is published: ${site.key_url}`,
    '',
    'The file holds only the key, without spaces or HTML.',
  ]
  return mailto([], { subject: `IndexNow key file for ${site.host}`, body: body.join('\r\n') })
}

export async function keyFile(call: SignedInCall): Promise<Response> {
  const site = await call.call(getIndexnowSite, { id: call.params.id })
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-disposition': attachment(nameOf(site)) }
  return new Response(site.key, { headers })
}
