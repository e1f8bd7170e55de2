/// <reference types="@kitajs/html" />
import type { Html } from './html.ts'

/** Content of an element. An object or a promise is a type error, and throws. */
export type Child = Html | string | number | bigint | boolean | null | undefined | readonly Child[]

/** kitajs's attribute types without its own extras, inline style, and event handlers. */
type ElementAttributes<T> = {
  [K in keyof T as K extends 'children' | 'safe' | 'of' | 'attrs' | 'style' | 'key' | `on${string}` ? never : K]: T[K]
}

export type Elements = {
  [Tag in keyof JSX.IntrinsicElements]: ElementAttributes<JSX.IntrinsicElements[Tag]> & { children?: Child }
} & {
  'hx-partial': { 'hx-target': string; 'hx-swap'?: string; children?: Child }
  /** For e-mails, because some mail programs ignore stylesheets. */
  font: { face?: string; size?: string; color?: string; class?: string; children?: Child }
}
