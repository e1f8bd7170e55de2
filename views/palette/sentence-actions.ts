/** Actions that a sentence in the palette can mean: the workspace, the effect, and whether the visitor may do it. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import { filled, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { checkIndex } from '../../src/operations/checks.ts'
import { allocateCredits } from '../../src/operations/credits/balances.ts'
import { listJobs } from '../../src/operations/jobs/jobs.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { addMember } from '../../src/operations/members.ts'
import { listTenants } from '../../src/operations/tenants/workspaces.ts'
import type { IconName } from '../parts/icon.tsx'
import { many, number } from '../parts/text/format.ts'
import { optionsOf } from '../push/client-of-order.ts'
import { may } from '../shell.tsx'
import { parseSentence, type Sentence } from './parse-sentence.ts'

/** One possible action. With `ask` the visitor confirms it first; without it `href` leads to its page. */
export type PaletteAct = {
  id: string
  label: string
  effect: string
  icon: IconName
  href: string
  ask?: { verb: string; action: string; fields: Record<string, string> }
  /** Begins with the list from the clipboard. */
  clipboard?: true
}

/** Clients and jobs that a sentence may mean. */
const MOST = 4

/** Actions that the sentence can mean, the likeliest first, limited to those that the visitor may do. */
export async function sentenceActions(call: SignedInCall, sentence: string): Promise<PaletteAct[]> {
  const verb = parseSentence(sentence)
  const needed = verb && (verb.act === 'share' ? filled(call, 'job_share')[0] : NEEDS[verb.act])
  if (!needed || !may(call, needed)) return []
  switch (verb.act) {
    case 'transfer':
      return transfers(call, verb)
    case 'push':
      return [pushes(call, verb.urls)]
    case 'clipboard':
      return [clipboard(call)]
    case 'check':
      return [await checks(call, verb.urls)]
    case 'share':
      return shares(call, verb)
    case 'invite':
      return [await invites(call, verb)]
    case 'open':
      return opens(call, verb.words)
  }
}

const NEEDS: Record<Exclude<Sentence['act'], 'share'>, AnyOperation> = {
  transfer: allocateCredits,
  push: submitIndexJob,
  clipboard: submitIndexJob,
  check: checkIndex,
  invite: addMember,
  open: listJobs,
}

type SentenceOf<A extends Sentence['act']> = Extract<Sentence, { act: A }>

async function transfers(call: SignedInCall, { client, amount, kind }: SentenceOf<'transfer'>): Promise<PaletteAct[]> {
  const own = call.caller.tenant_id
  const found = (await workspaces(call, client)).filter(({ id }) => id !== own)
  const { payer } = await optionsOf(call)
  const [giver, mine] = [payer.name, payer.available[kind]]
  const asked = found.map(async ({ id, name }): Promise<PaletteAct> => {
    const theirs = (await optionsOf(call, id)).payer.available[kind]
    const credits = many(amount, `${kind} credit`)
    const base = { id, label: `Transfer ${credits} to ${name}`, icon: 'coins' as const }
    if (mine < amount) {
      const effect = `${giver} has ${number(mine)} available`
      return { ...base, effect, href: `${call.base}/credits` }
    }
    return {
      ...base,
      effect: `${name}: ${number(theirs)} → ${number(theirs + amount)}. ${giver}: ${number(mine)} → ${number(mine - amount)}.`,
      href: '',
      ask: {
        verb: `Transfer ${credits}`,
        action: `${call.base}/clients/${id}/credits`,
        fields: { amount: String(amount), kind: kind satisfies CreditKind },
      },
    }
  })
  return Promise.all(asked)
}

const pushes = (call: SignedInCall, urls: string[]): PaletteAct => ({
  id: 'push',
  label: `Push ${urls.length === 1 ? urls[0] : many(urls.length, 'link')}`,
  effect: 'Screened first, free; the bill comes before anything is sent',
  icon: 'send',
  href: `${call.base}/push?urls=${encodeURIComponent(urls.join('\n'))}`,
})

const clipboard = (call: SignedInCall): PaletteAct => ({
  id: 'clipboard',
  label: 'Push the clipboard',
  effect: 'Screened first, free; the bill comes before anything is sent',
  icon: 'send',
  href: `${call.base}/push`,
  clipboard: true,
})

async function checks(call: SignedInCall, urls: string[]): Promise<PaletteAct> {
  const { payer } = await optionsOf(call)
  const [name, left] = [payer.name, payer.available.check]
  const cost = many(urls.length, 'check credit')
  const label = `Check ${urls.length === 1 ? urls[0] : many(urls.length, 'link')}`
  if (left < urls.length)
    return {
      id: 'check',
      label,
      effect: `${name} has ${number(left)}; this takes ${cost}`,
      icon: 'scan-search',
      href: `${call.base}/credits`,
    }
  return {
    id: 'check',
    label,
    effect: `Reserves ${cost} of ${name}; ${number(left)} → ${number(left - urls.length)}.`,
    icon: 'scan-search',
    href: '',
    ask: { verb: `Check, ${cost}`, action: `${call.base}/palette/do/check`, fields: { urls: urls.join('\n') } },
  }
}

async function shares(call: SignedInCall, { last, words }: SentenceOf<'share'>): Promise<PaletteAct[]> {
  const clients = last && words ? await workspaces(call, words) : []
  const lists = clients.length
    ? await Promise.all(clients.map(({ id }) => call.call(listJobs, { tenant_id: id, page_size: 1 }, { here: true })))
    : [await call.call(listJobs, { q: words || undefined, page_size: last ? 1 : MOST }, { here: true })]
  return lists
    .flatMap(({ items }) => items)
    .map(
      ({ id, name, tenant_name }): PaletteAct => ({
        id,
        label: `Share the report of ${name}`,
        effect: `${tenant_name}: anyone with its address can read it until you stop sharing.`,
        icon: 'share-2',
        href: '',
        ask: { verb: 'Share the report', action: `${call.base}/jobs/${id}/share`, fields: {} },
      }),
    )
}

async function invites(call: SignedInCall, { email, role }: SentenceOf<'invite'>): Promise<PaletteAct> {
  const { name } = (await optionsOf(call)).payer
  const as = role.replace('_', ' ')
  return {
    id: email,
    label: `Invite ${email} as ${as}`,
    effect: `They get an e-mail, and may act in ${name} as ${as} once they accept.`,
    icon: 'circle-user',
    href: '',
    ask: { verb: 'Invite', action: `${call.base}/members`, fields: { email, role } },
  }
}

async function opens(call: SignedInCall, words: string): Promise<PaletteAct[]> {
  const jobs = await call.call(listJobs, { q: words, page_size: MOST }, { here: true })
  const found = await workspaces(call, words)
  return [
    ...found.map(
      ({ id, name }): PaletteAct => ({
        id,
        label: `Open ${name}`,
        effect: 'Workspace',
        icon: 'users',
        href: `/app/w/${id}`,
      }),
    ),
    ...jobs.items.map(
      ({ id, name, tenant_name }): PaletteAct => ({
        id,
        label: `Open ${name}`,
        effect: tenant_name,
        icon: 'rows-3',
        href: `${call.base}/jobs/${id}`,
      }),
    ),
  ]
}

/** Actions for the workspaces that match a name: transfer to, push for, open. */
export async function actionsFor(call: SignedInCall, name: string): Promise<PaletteAct[]> {
  const gives = may(call, allocateCredits)
  const found = (await workspaces(call, name)).filter(({ id }) => id !== call.caller.tenant_id)
  return found.slice(0, MOST_NAMED).flatMap(({ id, name }): PaletteAct[] => {
    const at = gives ? `${call.base}/clients/${id}` : `/app/w/${id}`
    const all: (PaletteAct | false)[] = [
      gives && {
        id: `transfer-${id}`,
        label: `Transfer credits to ${name}`,
        effect: 'Client',
        icon: 'coins',
        href: `${at}?transfer=${id}`,
      },
      may(call, submitIndexJob) && {
        id: `push-${id}`,
        label: `Push for ${name}`,
        effect: 'Client',
        icon: 'send',
        href: `${call.base}/push?tenant_id=${id}`,
      },
      { id, label: `Open ${name}`, effect: 'Client', icon: 'users', href: at },
    ]
    return all.filter((one) => one !== false)
  })
}

/** Matching workspaces that get actions. */
const MOST_NAMED = 2

/** Workspaces whose name is `words`, or else contains it. */
async function workspaces(call: SignedInCall, words: string): Promise<{ id: string; name: string }[]> {
  const { items } = await call.call(listTenants, { q: words, page_size: MOST }, { here: true })
  const exact = items.filter(({ name }) => name.toLowerCase() === words.toLowerCase())
  return exact.length ? exact : items
}
