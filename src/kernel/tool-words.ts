/**
 * What a model is told of a tool, beside the summary of its operation. Sentences without their beginnings: the catalog
 * writes "Use …", "Returns …" and "Next: …". Tools are called by their names; no address of the REST API.
 */
export type ToolWords = {
  /** `before a push, to …` */
  when: string
  /** What it costs: a whole sentence. Free unless said. */
  costs?: string
  /** `the job with …` */
  returns: string
  /** Which tool to call then, and why. */
  next: string
  /** Words for inputs that the document of the REST API does not describe, or describes at length. */
  inputs?: Readonly<Record<string, string>>
  /** Inputs that no model is offered: ways to ask that only numbers on a page need. */
  hides?: readonly string[]
  /** A workspace in the path that is never assumed to be the caller's own. */
  names_workspace?: true
  /** Fields that say most of each row of the answer: what is told of rows when the whole is too long. */
  brief?: readonly string[]
  /** Rows whose field of this name holds something come first, where not all are told. */
  first?: string
  /** Where the rest of a shortened answer is found, unless `full` gives it: a whole sentence. */
  rest?: string
  /** It takes an idempotency key of the caller's, as whatever spends does. */
  once?: true
  /** Suppliers, sites or people are reached by it, if only in the background. */
  reaches_out?: true
  /** Something may be lost by it, although it is no DELETE. */
  takes_away?: true
  /** It changes nothing, although it is a POST that a read-only key may not make. */
  reads_only?: true
}

/** Where a client of tools finds what is no tool: `check_index with job_id`, `the page Credits of the web interface`. */
export type Instead = string
