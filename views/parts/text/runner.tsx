/** Whom to ask for what only the install's own people can do. */

/** Who runs this install, as its letters name them. */
export type Runner = { name: string; email: string }

/** The same in plain text, where no link can stand. */
export const whoRuns = (runner: Runner | null): string =>
  runner === null ? 'the operator of this install' : `${runner.name} (${runner.email})`

/** `ask Northwind (hello@northwind.example)`; without a sender there is nobody to name. */
export const AskRunner = ({ runner }: { runner: Runner | null }) =>
  runner === null ? (
    <>ask the operator of this install</>
  ) : (
    <>
      {`ask ${runner.name} (`}
      <a href={`mailto:${runner.email}`}>{runner.email}</a>)
    </>
  )
