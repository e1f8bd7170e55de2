/** The person to ask when only the operator of the install can act. */

/** The operator, as the sender of the install's letters. */
export type Runner = { name: string; email: string }

/** Plain text, where a link is not possible. */
export const whoRuns = (runner: Runner | null): string =>
  runner === null ? 'the operator of this install' : `${runner.name} (${runner.email})`

/** `ask Northwind (hello@northwind.example)`; without a sender, only "the operator". */
export const AskRunner = ({ runner }: { runner: Runner | null }) =>
  runner === null ? (
    <>ask the operator of this install</>
  ) : (
    <>
      {`ask ${runner.name} (`}
      <a href={`mailto:${runner.email}`}>{runner.email}</a>)
    </>
  )
