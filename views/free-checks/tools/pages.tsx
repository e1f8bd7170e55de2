import {
  type Call,
  filled,
  goTo,
  htmlResponse,
  publicAction,
  publicPage,
  type Reply,
  type Screen,
} from '../../../src/doors/pages/web.ts'
import {
  type AnswerCitation,
  askFreeCheck,
  type Closure,
  type FreeCheckRow,
  formToken,
  freeCheckAt,
  type PageInIndex,
  pathOf,
  personsForm,
  type SearchPosition,
  TOOLS,
  type Tool,
  toolOf,
  toolState,
  type Xray,
} from '../../../src/features/free-checks/visitors.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../../src/kernel/language/say.ts'
import { notFound } from '../../../src/kernel/operation/fault.ts'
import { between, MINUTE } from '../../../src/kernel/time/clock.ts'
import { atInstall, faceOfDomain } from '../../branding.ts'
import { refusedPage } from '../../form-refusal.ts'
import type { Html } from '../../jsx/html.ts'
import { PublicPage } from '../../layout.tsx'
import type { Issue } from '../../parts/forms/form.tsx'
import { preferencesOf } from '../../shell.tsx'
import { AnswerResult } from './answer-result.tsx'
import { LensResult, type SharedProps, XrayResult } from './results.tsx'
import { ABOUT, Failed, Found, Looking, Others, TOOL_PATH, ToolPage } from './tools.tsx'

/** The free checks exist at the install's own address only, not on a workspace's domain. */
export const toolScreens: readonly Screen[] = [
  publicPage('/tools', () => goTo(TOOL_PATH('xray'))),
  ...TOOLS.flatMap((tool) => [
    publicPage(TOOL_PATH(tool), (call) => atInstall(call, () => formPage(call, tool))),
    publicAction(TOOL_PATH(tool), (call) => atInstall(call, () => ask(call, tool))),
    publicPage(`${TOOL_PATH(tool)}/:address`, (call) => atInstall(call, () => resultPage(call, tool))),
    publicAction(`${TOOL_PATH(tool)}/:address`, (call) => atInstall(call, () => askAgain(call, tool))),
  ]),
]

type FormState = { values?: Record<string, unknown>; issues?: readonly Issue[] }

function formPage(call: Call, tool: Tool, filled: FormState = {}): Html {
  const { to } = faceOfDomain(call)
  const { name, field } = ABOUT[tool]
  const { closed, left } = toolState(call.app, tool, call.visit.ip)
  const values = { [field]: call.query.about ?? call.query[field], ...filled.values }
  const state = { left, closed: closed && say(to, CLOSED[closed]) }
  const props = { to, ...filled, ...state, values, tool, token: formToken(call.app), sign_up: signUpOf(call) }
  return frame(call, say(to, name), <ToolPage {...props} />, { noindex: false })
}

const CLOSED: Record<Closure, Text> = {
  off: text('Free checks are closed at the moment.'),
  blocked: text('Free checks are closed to your network. Ask the operator of this service.'),
  none: text('This check needs a live search engine, and none is set up here.'),
  used_up: text('Today’s live searches are used up. Come back after 00:00 UTC, or try the X-ray.'),
}

const signUpOf = (call: Call): string | null =>
  filled(call, 'sign_up').some(({ isOpen }) => isOpen(call)) ? '/sign-up' : null

type FrameOptions = { noindex: boolean; refresh?: number }

const frame = (call: Call, title: string, children: Html, { noindex, refresh }: FrameOptions): Html => (
  <PublicPage
    {...faceOfDomain(call)}
    title={title}
    preferences={preferencesOf(call)}
    width="middle"
    noindex={noindex}
    refresh={refresh}
  >
    {children}
  </PublicPage>
)

const ask = (call: Call, tool: Tool): Promise<Reply> => {
  const given = call.form[ABOUT[tool].field] ?? ''
  return asking(call, { kind: tool, given }, (issues) =>
    formPage(call, tool, { values: { [ABOUT[tool].field]: given }, issues }),
  )
}

/** Runs the check again, without the cached result or with the visitor's own question. */
function askAgain(call: Call, tool: Tool): Promise<Reply> | Reply {
  const check = find(call, tool)
  if (tool === 'lens') throw notFound('page')
  const kind = tool === 'xray' ? ('xray_retry' as const) : ('answer_edit' as const)
  return asking(call, { kind, given: check.asked, question: call.form.question }, (issues) =>
    resultOf(call, tool, check, issues),
  )
}

type FreeCheckRequest = Omit<Parameters<typeof askFreeCheck>[1], 'form'>

async function asking(call: Call, wish: FreeCheckRequest, draw: (issues: readonly Issue[]) => Html): Promise<Reply> {
  const { app, form, visit } = call
  try {
    const sent = personsForm(app, form, app.clock.now())
    const address = await askFreeCheck(app, { ...wish, form: sent }, visit.ip)
    return goTo(pathOf({ kind: wish.kind, address }))
  } catch (error) {
    return refusedPage(error, draw, ['conflict', 'rate_limited', 'daily_cap', 'forbidden'], faceOfDomain(call).to)
  }
}

function resultPage(call: Call, tool: Tool): Reply {
  return htmlResponse(resultOf(call, tool, find(call, tool)), 200, { 'x-robots-tag': 'noindex' })
}

function find({ app, params }: Call, tool: Tool): FreeCheckRow & { address: string } {
  const check = freeCheckAt(app, params.address ?? '')
  if (!check?.address || toolOf(check.kind) !== tool) throw notFound('result')
  return { ...check, address: check.address }
}

function resultOf(call: Call, tool: Tool, check: ReturnType<typeof find>, issues?: readonly Issue[]): Html {
  const { app } = call
  const { to } = faceOfDomain(call)
  const name = say(to, ABOUT[tool].name)
  const self = pathOf(check)
  const rest = <Others to={to} tool={tool} about={check.asked} sign_up={signUpOf(call)} />
  if (check.state === 'waiting' || check.state === 'running') {
    const late = lateness(to, call, check)
    const looking = (
      <>
        <Looking to={to} self={self} asked={check.asked} late={late} />
        {rest}
      </>
    )
    return frame(call, name, looking, { noindex: true, refresh: late ? 30 : 2 })
  }
  const shared = { to, href: `${app.config.site_url}${self}`, self, token: formToken(app), issues }
  const again = `${TOOL_PATH(tool)}?about=${encodeURIComponent(check.asked)}`
  const found = (
    <>
      <Found>
        {check.result === null ? (
          <Failed to={to} asked={check.asked} failure={check.failure ?? ''} again={again} />
        ) : (
          <Result call={call} tool={tool} result={JSON.parse(check.result)} shared={shared} />
        )}
      </Found>
      {rest}
    </>
  )
  return frame(call, `${name}: ${check.asked}`, found, { noindex: true })
}

type ResultProps = { call: Call; tool: Tool; result: unknown; shared: SharedProps & { to: Reader } }

const Result = ({ call, tool, result, shared }: ResultProps) =>
  tool === 'xray' ? (
    <XrayResult
      {...shared}
      xray={result as Xray}
      cards={filled(call, 'xray_cards').map((draw) => draw((result as Xray).facts, shared.to))}
    />
  ) : tool === 'lens' ? (
    <LensResult {...shared} lens={result as PageInIndex} />
  ) : (
    <AnswerResult {...shared} answer={result as AnswerCitation | SearchPosition} />
  )

/** Notice for a check that takes longer than usual. */
function lateness(to: Reader, { app }: Call, { created_at }: FreeCheckRow): string | null {
  if (app.config.passive)
    return say(to, 'This install does nothing by itself at the moment; the check waits until it does.')
  return between(created_at, app.clock.now()) > MINUTE
    ? say(to, 'Many checks are under way. Yours is done when its turn comes; keep the address of this page.')
    : null
}
