/** The frame around a page of the app. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import type { Brand, Preferences } from '../document.tsx'
import type { PaletteEntry } from '../palette/palette.tsx'
import type { IconName } from '../parts/icon.tsx'
import type { ShownTab } from '../shown-entries.ts'
import type { ToastData } from './toast.tsx'

export type NavItem = {
  label: string
  icon: IconName
  href: string
  count?: number | undefined
  current?: boolean
  /** Keyboard shortcut: `g j`, `n`. */
  key?: string | undefined
}

export type PersonLink = { label: string; icon: IconName; href: string; dot: boolean }

export type Shell = {
  /** The reader of the page, frame and content alike. */
  to: Reader
  /** For the operator: version of a recent update. */
  updated_to?: string | null
  brand?: Brand
  preferences: Preferences
  /** Address of the first page of the menu. */
  home: string
  workspace: { name: string; logo_url?: string | null }
  /** Other workspaces of the visitor, with the one above first. */
  workspaces?: readonly { name: string; href: string; above?: boolean }[]
  /** The list of all clients. */
  clients_href?: string | undefined
  user: {
    name: string
    email: string
    role?: string | undefined
    profile_href?: string
    settings_href?: string | undefined
    help_href?: string
    /** More pages for the person; `dot`: something there is not seen yet. */
    links?: readonly PersonLink[]
    /** The operator's pages, for platform admins. */
    operator_href?: string | undefined
    sign_out: string
    view_as?: string | undefined
  }
  /** Happenings that the visitor has not seen. */
  bell?: { href: string; unseen: number } | undefined
  nav: readonly NavItem[]
  /** The bar at the bottom of a phone: at most four shortcuts, with short labels. */
  dock: readonly NavItem[]
  /** The pages beside this one. */
  tabs?: readonly ShownTab[]
  /** The client of this page, if the visitor is of its agency. */
  client?: { name: string; href: string; list_href?: string | undefined; current?: boolean } | undefined
  /** Acts of the palette (Ctrl K). */
  verbs?: readonly PaletteEntry[]
  /** More pages of the palette. */
  actions?: readonly PaletteEntry[]
  palette_href?: string
  /** Pages without the buttons of the palette: a client's own people only read a few. */
  is_plain?: boolean
  /** Lists are titled as in the menu of a client's own people. */
  is_clients?: boolean
  toasts?: readonly ToastData[]
  /** Whether this is a page of the operator. */
  operator?: boolean
  /** From the operator's pages to the visitor's workspace. */
  back?: { label: string; href: string }
}
