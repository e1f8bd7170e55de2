/** The icons in use, from Lucide (ISC). Each is a symbol in one sprite: `<use href="…/icons.svg#send">`. */
import archive from 'lucide-static/icons/archive.svg' with { type: 'text' }
import arrowDown from 'lucide-static/icons/arrow-down.svg' with { type: 'text' }
import arrowLeft from 'lucide-static/icons/arrow-left.svg' with { type: 'text' }
import arrowRight from 'lucide-static/icons/arrow-right.svg' with { type: 'text' }
import arrowUp from 'lucide-static/icons/arrow-up.svg' with { type: 'text' }
import ban from 'lucide-static/icons/ban.svg' with { type: 'text' }
import banknote from 'lucide-static/icons/banknote.svg' with { type: 'text' }
import bell from 'lucide-static/icons/bell.svg' with { type: 'text' }
import calendarClock from 'lucide-static/icons/calendar-clock.svg' with { type: 'text' }
import check from 'lucide-static/icons/check.svg' with { type: 'text' }
import chevronRight from 'lucide-static/icons/chevron-right.svg' with { type: 'text' }
import chevronsUpDown from 'lucide-static/icons/chevrons-up-down.svg' with { type: 'text' }
import circleCheck from 'lucide-static/icons/circle-check.svg' with { type: 'text' }
import circlePause from 'lucide-static/icons/circle-pause.svg' with { type: 'text' }
import circleQuestionMark from 'lucide-static/icons/circle-question-mark.svg' with { type: 'text' }
import circleUser from 'lucide-static/icons/circle-user.svg' with { type: 'text' }
import circleX from 'lucide-static/icons/circle-x.svg' with { type: 'text' }
import clock from 'lucide-static/icons/clock.svg' with { type: 'text' }
import coins from 'lucide-static/icons/coins.svg' with { type: 'text' }
import copy from 'lucide-static/icons/copy.svg' with { type: 'text' }
import download from 'lucide-static/icons/download.svg' with { type: 'text' }
import ellipsis from 'lucide-static/icons/ellipsis.svg' with { type: 'text' }
import eye from 'lucide-static/icons/eye.svg' with { type: 'text' }
import fileText from 'lucide-static/icons/file-text.svg' with { type: 'text' }
import flag from 'lucide-static/icons/flag.svg' with { type: 'text' }
import globe from 'lucide-static/icons/globe.svg' with { type: 'text' }
import grid from 'lucide-static/icons/grid-3x3.svg' with { type: 'text' }
import info from 'lucide-static/icons/info.svg' with { type: 'text' }
import keyRound from 'lucide-static/icons/key-round.svg' with { type: 'text' }
import layoutDashboard from 'lucide-static/icons/layout-dashboard.svg' with { type: 'text' }
import link from 'lucide-static/icons/link.svg' with { type: 'text' }
import link2 from 'lucide-static/icons/link-2.svg' with { type: 'text' }
import lock from 'lucide-static/icons/lock.svg' with { type: 'text' }
import logOut from 'lucide-static/icons/log-out.svg' with { type: 'text' }
import mail from 'lucide-static/icons/mail.svg' with { type: 'text' }
import map from 'lucide-static/icons/map.svg' with { type: 'text' }
import menu from 'lucide-static/icons/menu.svg' with { type: 'text' }
import messageCircle from 'lucide-static/icons/message-circle.svg' with { type: 'text' }
import minus from 'lucide-static/icons/minus.svg' with { type: 'text' }
import moon from 'lucide-static/icons/moon.svg' with { type: 'text' }
import palette from 'lucide-static/icons/palette.svg' with { type: 'text' }
import pencil from 'lucide-static/icons/pencil.svg' with { type: 'text' }
import plug from 'lucide-static/icons/plug.svg' with { type: 'text' }
import plugZap from 'lucide-static/icons/plug-zap.svg' with { type: 'text' }
import plus from 'lucide-static/icons/plus.svg' with { type: 'text' }
import printer from 'lucide-static/icons/printer.svg' with { type: 'text' }
import refreshCw from 'lucide-static/icons/refresh-cw.svg' with { type: 'text' }
import rows3 from 'lucide-static/icons/rows-3.svg' with { type: 'text' }
import scale from 'lucide-static/icons/scale.svg' with { type: 'text' }
import scanSearch from 'lucide-static/icons/scan-search.svg' with { type: 'text' }
import search from 'lucide-static/icons/search.svg' with { type: 'text' }
import send from 'lucide-static/icons/send.svg' with { type: 'text' }
import server from 'lucide-static/icons/server.svg' with { type: 'text' }
import settings from 'lucide-static/icons/settings.svg' with { type: 'text' }
import share2 from 'lucide-static/icons/share-2.svg' with { type: 'text' }
import shieldCheck from 'lucide-static/icons/shield-check.svg' with { type: 'text' }
import sun from 'lucide-static/icons/sun.svg' with { type: 'text' }
import terminal from 'lucide-static/icons/terminal.svg' with { type: 'text' }
import trash2 from 'lucide-static/icons/trash-2.svg' with { type: 'text' }
import trendingDown from 'lucide-static/icons/trending-down.svg' with { type: 'text' }
import triangleAlert from 'lucide-static/icons/triangle-alert.svg' with { type: 'text' }
import undo2 from 'lucide-static/icons/undo-2.svg' with { type: 'text' }
import upload from 'lucide-static/icons/upload.svg' with { type: 'text' }
import userCog from 'lucide-static/icons/user-cog.svg' with { type: 'text' }
import users from 'lucide-static/icons/users.svg' with { type: 'text' }
import wallet from 'lucide-static/icons/wallet.svg' with { type: 'text' }
import x from 'lucide-static/icons/x.svg' with { type: 'text' }
import logo from './logo.svg' with { type: 'text' }

const icons = {
  archive,
  'arrow-down': arrowDown,
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  'arrow-up': arrowUp,
  ban,
  banknote,
  bell,
  'calendar-clock': calendarClock,
  check,
  'chevron-right': chevronRight,
  'chevrons-up-down': chevronsUpDown,
  'circle-check': circleCheck,
  'circle-pause': circlePause,
  'circle-question-mark': circleQuestionMark,
  'circle-user': circleUser,
  'circle-x': circleX,
  clock,
  coins,
  copy,
  download,
  ellipsis,
  eye,
  'file-text': fileText,
  globe,
  'grid-3x3': grid,
  info,
  'key-round': keyRound,
  'layout-dashboard': layoutDashboard,
  link,
  'link-2': link2,
  lock,
  'log-out': logOut,
  mail,
  map,
  menu,
  'message-circle': messageCircle,
  minus,
  moon,
  palette,
  pencil,
  flag,
  plug,
  'plug-zap': plugZap,
  plus,
  printer,
  'refresh-cw': refreshCw,
  'rows-3': rows3,
  scale,
  'scan-search': scanSearch,
  search,
  send,
  server,
  settings,
  'share-2': share2,
  'shield-check': shieldCheck,
  sun,
  terminal,
  'trash-2': trash2,
  'trending-down': trendingDown,
  'triangle-alert': triangleAlert,
  'undo-2': undo2,
  upload,
  'user-cog': userCog,
  users,
  wallet,
  x,
  logo,
}

export type IconName = keyof typeof icons

/** Those of chips, of which a page has hundreds: one rule each in the stylesheet, so that a chip is one element. */
const CHIP_ICONS = [
  ...(['check', 'clock', 'x', 'ban', 'triangle-alert', 'lock'] as const),
  ...(['undo-2', 'send', 'scan-search', 'shield-check', 'copy', 'minus'] as const),
]
export type ChipIcon = (typeof CHIP_ICONS)[number]

/** `--icon` for `.i-<name>`, as the shape of a mask. */
export const chipStyles = (): string =>
  CHIP_ICONS.map((name) => {
    const svg = icons[name]
      .slice(icons[name].indexOf('<svg'))
      .replace(/\s+/g, ' ')
      .replace(/ class="[^"]*"/, '')
      .replaceAll('"', "'")
      .replace(/[#%<>]/g, encodeURIComponent)
    return `.i-${name}{--icon:url("data:image/svg+xml,${svg}")}`
  }).join('\n')

export const iconNames = Object.keys(icons) as IconName[]

/** One SVG document with a symbol for each icon; colour and stroke come from the page through `currentColor`. */
export const sprite = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">${iconNames.map((name) => symbol(name, icons[name])).join('')}</svg>`

function symbol(name: string, svg: string): string {
  const inner = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
  return `<symbol id="${name}" viewBox="0 0 24 24">${inner.replace(/\s+/g, ' ').trim()}</symbol>`
}
