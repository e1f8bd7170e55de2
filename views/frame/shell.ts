/** All that surrounds a page of the app. Only pages that exist are in it. */
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
  /** The shortcut that goes there: `g j`, `n`. */
  key?: string | undefined
}

export type Shell = {
  /** For the operator: the version that an update brought lately. */
  updated_to?: string | null
  brand?: Brand
  preferences: Preferences
  /** Where the brand leads: Today. */
  home: string
  workspace: { name: string; logo_url?: string | null }
  /** Other workspaces to cross to: the one above first, when the visitor may go there. */
  workspaces?: readonly { name: string; href: string; above?: boolean }[]
  /** Where all workspaces below are listed. */
  clients_href?: string | undefined
  user: {
    name: string
    email: string
    role?: string | undefined
    profile_href?: string
    settings_href?: string | undefined
    /** The operator's pages, for those who run the install. */
    operator_href?: string | undefined
    sign_out: string
    view_as?: string | undefined
  }
  nav: readonly NavItem[]
  /** The bar at the bottom of a phone: at most four shortcuts, with short labels. */
  dock: readonly NavItem[]
  /** The pages beside this one. */
  tabs?: readonly ShownTab[]
  /** The client that this page is about, where its agency looks at it. */
  client?: { name: string; href: string; list_href?: string | undefined; current?: boolean } | undefined
  /** What Ctrl K offers beside the entries and their tabs. */
  actions?: readonly PaletteEntry[]
  palette_href?: string
  toasts?: readonly ToastData[]
  /** Whether this is about the whole install. */
  operator?: boolean
  /** From the operator's pages to the own workspace. */
  back?: { label: string; href: string }
}
