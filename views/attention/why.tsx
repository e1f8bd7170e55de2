/** Why a client is off its usual: facts, its sections as bars, and actions that can help. */

import type { getTenantWhy } from '../../src/features/attention/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import type { Source } from '../clients/client-props.ts'
import { StackBar } from '../kit/bars.tsx'
import { Section, Why } from '../kit/fold.tsx'
import { letterHref } from '../letters/drafts.ts'
import { LetterLink, LetterPlace } from '../letters/letter-form.tsx'
import { linksHref } from '../links/count-links.ts'
import { LinkButton } from '../parts/button.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Icon } from '../parts/icon.tsx'
import { countedDay, many, percent } from '../parts/text/format.ts'

export type ClientWhyProps = {
  why: AnswerOf<typeof getTenantWhy>
  client: { id: string; name: string }
  /** Whether the visitor may write to its people. */
  writes: boolean
  /** Whether the visitor may push. */
  pushes: boolean
  /** Standing pushes of the client whose rules the visitor may change. */
  sources: readonly Source[]
  base: string
  zone: string
}

export const WhySection = (props: ClientWhyProps) => {
  const { why, client, base, zone } = props
  const { from, to, links } = why.of!
  const last = lastDay(to)
  const href = linksHref(base, { moment: 'sent', from, to: last, tenant_id: client.id })
  return (
    <Section
      id="why"
      title={from === last ? 'Why the drop?' : `Why the drop in the week of ${countedDay(from, zone)}?`}
      aside={
        <a class="link" href={href}>
          See the {many(links, 'link')}
        </a>
      }
    >
      <ClientWhy {...props} />
    </Section>
  )
}

/** The last of days that end before `to`. */
const lastDay = (to: string): string => dayOf(plus(`${to}T00:00:00.000Z`, -DAY))

export const ClientWhy = (props: ClientWhyProps) => {
  const { why, client, pushes, base } = props
  const n = why.missed.length
  const place = `letter-about-${client.id}`
  const section = sectionToLeave(props)
  const faulty = why.missed.filter(({ flags }) => flags.length > 0).map(({ uid }) => String(uid))
  return (
    <Why
      facts={why.facts}
      beside={<Sections {...props} />}
      acts={
        <>
          {props.writes && <LetterLink href={letterHref(base, 'drop', client.id)} at={place} label="Tell the client" />}
          {pushes && faulty.length > 0 && (
            <Post action={`${base}/standing/repairs`} fields={{ uids: faulty }} class="btn small primary">
              <Icon name="refresh-cw" />
              {`Push ${many(faulty.length, 'link')} again when fixed`}
            </Post>
          )}
          {pushes && n > 0 && (
            <Post
              action={`${base}/links/push`}
              fields={{ uids: why.missed.map(({ uid }) => String(uid)) }}
              class="btn small"
              icon="send"
              label={`Push ${many(n, 'link')} again`}
            />
          )}
          {section && (
            <LinkButton class="btn small" href={section.href} icon="ban" label={`Leave ${section.folder} out`} />
          )}
          {props.writes && <LetterPlace at={place} />}
        </>
      }
    />
  )
}

/** The section with the largest loss in a standing push, and the rules of this standing push. */
function sectionToLeave({ why: { sections, standing }, sources, base }: ClientWhyProps) {
  for (const one of sections) {
    const folder = one.name.slice(one.name.indexOf('/'))
    const source = sources.find(({ address }) => new URL(address).host === one.host)
    if (!source || folder === '/' || !isOff(one, standing.usual)) continue
    const pattern = encodeURIComponent(`${folder}**`)
    return { folder, href: `${base}/standing/${source.id}?leave_out=${pattern}#rules` }
  }
  return null
}

/** Sections in the table. */
const MOST = 6

const Sections = ({ why: { sections, standing, of }, zone }: ClientWhyProps) => (
  <table class="sections wide">
    <caption class="vh">Indexed by section</caption>
    <thead>
      <tr>
        <th scope="col">Section</th>
        <th scope="col">Indexed</th>
        <th scope="col" class="end">
          {of && countedDay(of.from, zone)}
        </th>
        <th scope="col" class="end">
          Usual
        </th>
      </tr>
    </thead>
    <tbody>
      {sections.slice(0, MOST).map(({ name, links, indexed, usual }) => (
        <tr>
          <th scope="row" class="clip" title={name}>
            {name}
          </th>
          <td>
            <StackBar
              height={8}
              parts={[
                {
                  label: 'indexed',
                  value: indexed,
                  tone: isOff({ links, indexed, usual }, standing.usual) ? 'bad' : 'in',
                },
                { label: 'not indexed', value: links - indexed, tone: 'track' },
              ]}
            />
          </td>
          <td class="end">
            <b>{String(indexed)}</b> of {String(links)}
          </td>
          <td class="end soft">{percent(usual)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** A section is off below this part of its usual. */
const OFF = 0.75

type SectionShare = { links: number; indexed: number; usual: number | null }

const isOff = ({ links, indexed, usual }: SectionShare, of_all: number | null): boolean =>
  indexed / links < (usual ?? of_all ?? 0) * OFF
