/** The key file of a site: its name, content and folder, to copy, to download or to send to the client. */
import { attachment } from '../../src/doors/attachment.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getIndexnowSite } from '../../src/operations/indexnow/sites.ts'
import { Section } from '../kit/fold.tsx'
import { letterHref } from '../letters/drafts.ts'
import { LetterLink, LetterPlace } from '../letters/letter-form.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Icon } from '../parts/icon.tsx'
import { Banner, type Fact, Facts } from '../parts/page/card.tsx'
import { When } from '../parts/text/when.tsx'

export type SiteAnswer = AnswerOf<typeof getIndexnowSite>

type KeyFileProps = { to: Reader; site: SiteAnswer; base: string; verifies: boolean; tells: boolean }

export const KeyFile = ({ to, site, base, verifies, tells }: KeyFileProps) => {
  const self = `${base}/indexnow/${site.id}`
  const place = `letter-key-${site.id}`
  return (
    <div id="key-file">
      <ol class="form">
        <li>
          <CopyField
            to={to}
            id={`key-${site.id}`}
            label={say(to, 'Content of the file, only the key')}
            value={site.key}
          >
            <a class="btn" href={`${self}/file`} download={nameOf(site)}>
              <Icon name="download" />
              {say(to, 'Download {file}', { file: shortName(site) })}
            </a>
          </CopyField>
        </li>
        <li>
          <CopyField
            to={to}
            id={`key-url-${site.id}`}
            label={say(to, 'Publish it at this address')}
            value={site.key_url}
            hint={
              site.covers === '/'
                ? say(to, '{where} It covers the whole host.', { where: folderOf(site, to) })
                : say(to, '{where} It covers only {folder}', { where: folderOf(site, to), folder: site.covers })
            }
          >
            {tells && (
              <LetterLink
                href={letterHref(base, 'key', site.id)}
                at={place}
                class="btn"
                label={say(to, 'Send to the client')}
              />
            )}
          </CopyField>
          <LetterPlace at={place} />
        </li>
        <li>
          {verifies ? (
            <Post to={to} action={`${self}/verify`} class="btn primary">
              {site.status === 'verified' ? say(to, 'Verify again') : say(to, 'Verify')}
            </Post>
          ) : (
            say(to, 'Ask a member to verify it.')
          )}
        </li>
      </ol>
    </div>
  )
}

/** The answer of the key file's address, which shows what to fix. */
export function Found({ site: { last_check: check }, zone }: { site: SiteAnswer; zone: Reader }) {
  if (!check) return null
  const facts: Fact[] = [
    { label: say(zone, 'Address'), value: check.url },
    { label: say(zone, 'Answer'), value: check.http_status === null ? say(zone, 'none') : String(check.http_status) },
    ...(check.bytes === null
      ? []
      : [
          {
            label: say(zone, 'Size'),
            value: say(zone, '{n, plural, one {# byte} other {# bytes}}', { n: check.bytes }),
          },
        ]),
    ...(check.found === null ? [] : [{ label: say(zone, 'First characters'), value: <code>{check.found}</code> }]),
    { label: say(zone, 'Checked'), value: <When time={check.at} zone={zone} /> },
  ]
  return (
    <Section title={say(zone, 'Last check')}>
      <Banner tone={check.verified ? 'ok' : 'bad'}>{check.message}</Banner>
      <Facts facts={facts} />
      {check.warnings.map((warning) => (
        <p class="hint">{warning}</p>
      ))}
    </Section>
  )
}

const nameOf = ({ key_url }: SiteAnswer): string => key_url.slice(key_url.lastIndexOf('/') + 1)

/** Shortened, because the start of a key is enough to identify its file. */
const shortName = (site: SiteAnswer): string => {
  const name = nameOf(site)
  return name.length > 16 ? `${name.slice(0, 6)}….txt` : name
}

const folderOf = ({ key_url }: SiteAnswer, to: Reader): string => {
  const { pathname } = new URL(key_url)
  const end = pathname.lastIndexOf('/')
  return end === 0
    ? say(to, 'In the root folder of the site.')
    : say(to, 'In the folder {folder}', { folder: pathname.slice(0, end + 1) })
}

export async function keyFile(call: SignedInCall): Promise<Response> {
  const site = await call.call(getIndexnowSite, { id: call.params.id })
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-disposition': attachment(nameOf(site)) }
  return new Response(site.key, { headers })
}
