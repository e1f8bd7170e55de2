/** Parts of the page Notifications that other features have. */
import type { Child } from '../jsx/elements.ts'

/** A room of a chat program, with the types of events that it gets. */
export type NoticeRoom = { id: string; name: string; href: string; gets(type: string): boolean; row: Child }

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** A sentence about e-mails whose readers are set on another page. */
    notice_line(call: SignedInCall): Child
    notice_rooms(call: SignedInCall): Promise<{ rooms: NoticeRoom[]; add: Child } | null>
    notice_people(call: SignedInCall): Promise<Child>
  }
}
